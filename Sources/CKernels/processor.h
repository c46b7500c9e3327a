// Whether the processor that runs this has the instructions that the kernels use.
#pragma once
#include <stdbool.h>

#if defined(__x86_64__)
#define KERNEL_NATIVE 1
#include <immintrin.h>
static inline bool processor_has_sha256(void) {
  return __builtin_cpu_supports("sha") && __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1");
}
static inline bool processor_has_crc32c(void) {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul");
}

#elif defined(__aarch64__)
#define KERNEL_NATIVE 1
#include <arm_acle.h>
#include <arm_neon.h>
#if defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
static inline bool processor_has_sha256(void) { return getauxval(AT_HWCAP) & HWCAP_SHA2; }
static inline bool processor_has_crc32c(void) {
  return (~getauxval(AT_HWCAP) & (HWCAP_CRC32 | HWCAP_PMULL)) == 0;
}
#else
// All of Apple's have them.
static inline bool processor_has_sha256(void) { return true; }
static inline bool processor_has_crc32c(void) { return true; }
#endif
#endif
