// SHA-256's compression function: in plain C, and by the SHA instructions of x86-64 and arm64.
#include "CKernels.h"
#include "processor.h"

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[64] __attribute__((aligned(16))) = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

#define rotated __builtin_rotateright32

void kernel_sha256_portable(uint32_t state[8], const uint8_t *blocks, size_t count) {
  for (; count; count--, blocks += 64) {
    // Word i of the schedule is at i modulo 16.
    uint32_t w[16];
    for (int i = 0; i < 16; i++) {
      const uint8_t *b = blocks + 4 * i;
      w[i] = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    }
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    #pragma unroll 16
    for (int i = 0; i < 64; i++) {
      uint32_t one = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + (((f ^ g) & e) ^ g)
        + constants[i] + w[i & 15];
      uint32_t two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + (((a ^ b) & (b ^ c)) ^ b);
      uint32_t early = w[(i + 1) & 15], late = w[(i + 14) & 15];
      w[i & 15] += (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3) + w[(i + 9) & 15]
        + (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
      h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

#if defined(__x86_64__)
#define SHA256_TARGET __attribute__((target("sha,ssse3,sse4.1")))

// The four words of the schedule that follow sixteen.
SHA256_TARGET static inline __m128i next(__m128i w0, __m128i w1, __m128i w2, __m128i w3) {
  __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
  return _mm_sha256msg2_epu32(sum, w3);
}

// The instructions keep the state as (a b e f) and (c d g h), the first letter highest.
SHA256_TARGET
static void sha256_native(uint32_t state[8], const uint8_t *blocks, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8), cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
  for (; count; count--, blocks += 64) {
    const __m128i old_abef = abef, old_cdgh = cdgh;
    __m128i w[4];
    for (int i = 0; i < 4; i++)
      w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(blocks + 16 * i)), big_endian);
    #pragma unroll
    for (int i = 0; i < 16; i++) {
      __m128i sum = _mm_add_epi32(w[i & 3], _mm_load_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (i < 12) w[i & 3] = next(w[i & 3], w[(i + 1) & 3], w[(i + 2) & 3], w[(i + 3) & 3]);
    }
    abef = _mm_add_epi32(abef, old_abef), cdgh = _mm_add_epi32(cdgh, old_cdgh);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#elif defined(__aarch64__)
__attribute__((target("sha2")))
static void sha256_native(uint32_t state[8], const uint8_t *blocks, size_t count) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
  for (; count; count--, blocks += 64) {
    const uint32x4_t old_abcd = abcd, old_efgh = efgh;
    uint32x4_t w[4];
    for (int i = 0; i < 4; i++)
      w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
    #pragma unroll
    for (int i = 0; i < 16; i++) {
      const uint32x4_t sum = vaddq_u32(w[i & 3], vld1q_u32(constants + 4 * i)), before = abcd;
      abcd = vsha256hq_u32(abcd, efgh, sum);
      efgh = vsha256h2q_u32(efgh, before, sum);
      const uint32x4_t part = vsha256su0q_u32(w[i & 3], w[(i + 1) & 3]);
      if (i < 12) w[i & 3] = vsha256su1q_u32(part, w[(i + 2) & 3], w[(i + 3) & 3]);
    }
    abcd = vaddq_u32(abcd, old_abcd), efgh = vaddq_u32(efgh, old_efgh);
  }
  vst1q_u32(state, abcd), vst1q_u32(state + 4, efgh);
}
#endif

void kernel_sha256(uint32_t state[8], const uint8_t *blocks, size_t count) {
#if KERNEL_NATIVE
  if (processor_has_sha256()) return sha256_native(state, blocks, count);
#endif
  kernel_sha256_portable(state, blocks, count);
}
