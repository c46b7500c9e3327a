// Hashes by the instructions that the processor has for them, in plain C where it has none.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Takes whole blocks of 64 bytes into the state of a SHA-256 (FIPS 180-4, section 6.2.2).
void kernel_sha256(uint32_t state[8], const uint8_t *blocks, size_t count);

/// The same in plain C.
void kernel_sha256_portable(uint32_t state[8], const uint8_t *blocks, size_t count);

/// Takes bytes into the state of a CRC-32C (RFC 3720, appendix B.4): the complement of its value.
uint32_t kernel_crc32c(uint32_t state, const uint8_t *bytes, size_t count);

/// The same in plain C.
uint32_t kernel_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count);
