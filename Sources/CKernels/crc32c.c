// CRC-32C: in plain C, and by the instructions of x86-64 and arm64.
#include "CKernels.h"
#include "processor.h"

// What four bits contribute, for the polynomial 0x82F63B78 (reflected).
static const uint32_t nibbles[16] = {
  0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
  0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9, 0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

uint32_t kernel_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count) {
  for (; count; count--, bytes++) {
    state = nibbles[(state ^ *bytes) & 15] ^ state >> 4;
    state = nibbles[(state ^ *bytes >> 4) & 15] ^ state >> 4;
  }
  return state;
}

#if defined(__x86_64__)
#define CRC32C_TARGET __attribute__((target("sse4.2,pclmul")))
#define crc32c_of_8(state, word) (uint32_t)_mm_crc32_u64(state, word)
#define crc32c_of_1(state, byte) _mm_crc32_u8(state, byte)
#define product(a, b) (uint64_t)_mm_cvtsi128_si64(_mm_clmulepi64_si128( \
  _mm_cvtsi32_si128((int)(a)), _mm_cvtsi32_si128((int)(b)), 0))
#elif defined(__aarch64__)
#define CRC32C_TARGET __attribute__((target("crc,aes")))
#define crc32c_of_8(state, word) __crc32cd(state, word)
#define crc32c_of_1(state, byte) __crc32cb(state, byte)
#define product(a, b) (uint64_t)vmull_p64(a, b)
#endif

#if KERNEL_NATIVE
typedef uint64_t word __attribute__((aligned(1), may_alias));

// The instruction takes three cycles, and another can begin in each: so three parts of `part` bytes
// are summed side by side. With n bits behind it, a sum is multiplied by x^n modulo the polynomial.
// The constants are x^(n - 33): crc32c_of_8 multiplies by x^32, and the product of two reflected
// numbers of 32 bits ends one bit short.
CRC32C_TARGET static uint32_t crc32c_native(uint32_t state, const uint8_t *bytes, size_t count) {
  enum { part = 96 };
  const uint32_t behind_1 = 0x0715ce53, behind_2 = 0xab7aff2a, behind_3 = 0xb6dd949b;
  for (; count >= 3 * part; bytes += 3 * part, count -= 3 * part) {
    uint32_t a = 0, b = 0, c = 0;
    #pragma unroll
    for (int i = 0; i < part; i += 8) {
      a = crc32c_of_8(a, *(const word *)(bytes + i));
      b = crc32c_of_8(b, *(const word *)(bytes + part + i));
      c = crc32c_of_8(c, *(const word *)(bytes + 2 * part + i));
    }
    state = c ^ crc32c_of_8(
      0, product(state, behind_3) ^ product(a, behind_2) ^ product(b, behind_1));
  }
  for (; count >= 8; bytes += 8, count -= 8) state = crc32c_of_8(state, *(const word *)bytes);
  for (; count; bytes++, count--) state = crc32c_of_1(state, *bytes);
  return state;
}
#endif

uint32_t kernel_crc32c(uint32_t state, const uint8_t *bytes, size_t count) {
#if KERNEL_NATIVE
  if (processor_has_crc32c()) return crc32c_native(state, bytes, count);
#endif
  return kernel_crc32c_portable(state, bytes, count);
}
