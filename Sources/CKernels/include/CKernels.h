// Hashes and searches by the instructions that the processor has for them, in plain C where it has none.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

/// Takes whole blocks of 64 bytes into the state of a SHA-256 (FIPS 180-4, section 6.2.2).
void kernel_sha256(uint32_t state[8], const uint8_t *blocks, size_t count);

/// The same in plain C.
void kernel_sha256_portable(uint32_t state[8], const uint8_t *blocks, size_t count);

/// Takes bytes into the state of a CRC-32C (RFC 3720, appendix B.4): the complement of its value.
uint32_t kernel_crc32c(uint32_t state, const uint8_t *bytes, size_t count);

/// The same in plain C.
uint32_t kernel_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count);

/// The same as `kernel_end_of_plain_text`, byte by byte.
static inline size_t kernel_end_of_plain_text_portable(const uint8_t *text, size_t start, size_t count) {
  while (start < count && text[start] >= 0x20 && text[start] < 0x80 && text[start] != '"' && text[start] != '\\')
    start += 1;
  return start;
}

// The bytes of 16 that are not plain, in so many bits each.
#if defined(__SSE2__)
#define KERNEL_MARK_BITS 1
static inline uint64_t kernel_string_marks(const uint8_t *bytes) {
  __m128i text = _mm_loadu_si128((const __m128i *)bytes);
  __m128i quotes = _mm_cmpeq_epi8(text, _mm_set1_epi8('"'));
  __m128i slashes = _mm_cmpeq_epi8(text, _mm_set1_epi8('\\'));
  // As signed numbers, bytes beyond ASCII are below a space, too.
  __m128i controls = _mm_cmplt_epi8(text, _mm_set1_epi8(' '));
  return (uint64_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quotes, slashes), controls));
}
#elif defined(__ARM_NEON)
#define KERNEL_MARK_BITS 4
static inline uint64_t kernel_string_marks(const uint8_t *bytes) {
  uint8x16_t text = vld1q_u8(bytes);
  uint8x16_t quotes = vceqq_u8(text, vdupq_n_u8('"'));
  uint8x16_t slashes = vceqq_u8(text, vdupq_n_u8('\\'));
  // As signed numbers, bytes beyond ASCII are below a space, too.
  uint8x16_t controls = vcltq_s8(vreinterpretq_s8_u8(text), vdupq_n_s8(' '));
  uint8x16_t marks = vorrq_u8(vorrq_u8(quotes, slashes), controls);
  return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(marks), 4)), 0);
}
#endif
#if defined(KERNEL_MARK_BITS)
static inline size_t kernel_first_mark(uint64_t marks) {
  return (size_t)__builtin_ctzll(marks) / KERNEL_MARK_BITS;
}
#endif

/// Where the first byte is, at a place or after it, that is not plain in a JSON string (RFC 8259, section 7):
/// a quote, a backslash, a control character, or part of a character beyond ASCII; `count` if there is none.
///
/// In the header because strings are short: a call would cost as much as the search.
static inline size_t kernel_end_of_plain_text(const uint8_t *text, size_t start, size_t count) {
#if defined(KERNEL_MARK_BITS)
  for (; start + 16 <= count; start += 16) {
    uint64_t marks = kernel_string_marks(text + start);
    if (marks != 0) return start + kernel_first_mark(marks);
  }
  if (count >= 16 && start < count) {
    // What was seen before moves out of the marks.
    uint64_t marks = kernel_string_marks(text + count - 16) >> (16 - (count - start)) * KERNEL_MARK_BITS;
    return marks != 0 ? start + kernel_first_mark(marks) : count;
  }
#endif
  return kernel_end_of_plain_text_portable(text, start, count);
}

/// Where the first of these bytes is; NULL if there is none.
static inline const uint8_t *kernel_first(const uint8_t *text, uint8_t byte, size_t count) {
  return (const uint8_t *)memchr(text, byte, count);
}

/// Whether two texts of one length have the same bytes.
static inline bool kernel_is_equal(const uint8_t *text, const uint8_t *other, size_t count) {
  return memcmp(text, other, count) == 0;
}

/// The first eight digits of the commit that the build is of; 0 if it was not told.
uint32_t kernel_commit(void);
