// Compares records with a pattern, by AVX2 where the processor has it.
#include "CKernels.h"
#include "processor.h"

// One register of AVX2, or two of SSE2 and of NEON.
typedef uint8_t wide __attribute__((vector_size(32), aligned(1), may_alias));

// An allowed byte is zero after three steps: less a backslash, less the first that is allowed, and less their
// number with a saturating subtraction. A backslash is zero after the first.
#define TAKE(place) do { \
  wide text = *(const wide *)(record + (place)) - '\\'; \
  least = __builtin_elementwise_min(least, text); \
  excess |= __builtin_elementwise_sub_sat( \
    (wide)(text - *(const wide *)(firsts + (place))), *(const wide *)(firsts + width + (place))); \
} while (0)

#define PARAMETERS \
  const uint8_t *text, size_t limit, size_t room, const uint8_t *firsts, size_t width, size_t count, bool plain
#define ARGUMENTS text, limit, room, firsts, width, count, plain

static inline __attribute__((always_inline)) size_t matches(PARAMETERS) {
  size_t found = 0;
  for (size_t start = 0; start < limit && start + width <= room; start += count, found++) {
    const uint8_t *record = text + start;
    wide excess = {0}, least = excess - 1;
    // Records of another shape seldom end alike.
    TAKE(width - 32);
    TAKE(width - 64);
    if (__builtin_reduce_or(excess)) break;
    // Steps of 64 bytes, so that most shapes need equally many.
    #pragma unroll 1
    for (size_t place = 0; place < width - 64; place += 64) {
      TAKE(place);
      TAKE(place + 32);
    }
    if (__builtin_reduce_or(excess | ((wide)(least == 0) & (uint8_t)-plain))) break;
  }
  return found;
}

__attribute__((noinline)) static size_t matches_portable(PARAMETERS) { return matches(ARGUMENTS); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static size_t matches_avx2(PARAMETERS) { return matches(ARGUMENTS); }
#endif

size_t kernel_matches(PARAMETERS) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return matches_avx2(ARGUMENTS);
#endif
  return matches_portable(ARGUMENTS);
}
