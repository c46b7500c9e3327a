// Hashes, searches and comparisons by the instructions of the processor, in plain C where it has none.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Takes whole blocks of 64 bytes into the state of a SHA-256 (FIPS 180-4, section 6.2.2).
void kernel_sha256(uint32_t state[8], const uint8_t *blocks, size_t count);

/// The same in plain C.
void kernel_sha256_portable(uint32_t state[8], const uint8_t *blocks, size_t count);

/// Takes bytes into the state of a CRC-32C (RFC 3720, appendix B.4): the complement of its value.
uint32_t kernel_crc32c(uint32_t state, const uint8_t *bytes, size_t count);

/// The same in plain C.
uint32_t kernel_crc32c_portable(uint32_t state, const uint8_t *bytes, size_t count);

/// How many records of `count` bytes, one after the other, have in each place a byte that the pattern allows, and no
/// backslash if `plain`. They begin in the first `limit` bytes of `text`; the first `room` bytes are read.
///
/// The pattern has `width` places, as many as the records or more, and at least 64: the distances of the first
/// allowed bytes from a backslash, and then those of the last ones from the first ones.
size_t kernel_matches(
  const uint8_t *text, size_t limit, size_t room, const uint8_t *pattern, size_t width, size_t count, bool plain);

/// The same as `kernel_end_of_plain_text`, byte by byte.
static inline size_t kernel_end_of_plain_text_portable(const uint8_t *text, size_t start, size_t count) {
  while (start < count && text[start] >= 0x20 && text[start] < 0x80 && text[start] != '"' && text[start] != '\\')
    start += 1;
  return start;
}

// 16 bytes, and a bit for each.
typedef int8_t kernel_block __attribute__((vector_size(16), aligned(1), may_alias));
typedef bool kernel_mask __attribute__((ext_vector_type(16)));

static inline uint64_t kernel_bits(kernel_block found) {
  kernel_mask mask = __builtin_convertvector(found, kernel_mask);
  uint16_t bits;
  memcpy(&bits, &mask, sizeof bits);
  return bits;
}

static inline uint64_t kernel_string_marks(const uint8_t *bytes) {
  kernel_block text = *(const kernel_block *)bytes;
  // As signed numbers, bytes beyond ASCII are below a space, too.
  return kernel_bits((text == '"') | (text == '\\') | (text < ' '));
}

static inline uint64_t kernel_byte_marks(const uint8_t *bytes, uint8_t byte) {
  return kernel_bits(*(const kernel_block *)bytes == (int8_t)byte);
}

/// Where the first byte is, at a place or after it, that is not plain in a JSON string (RFC 8259, section 7):
/// a quote, a backslash, a control character, or part of a character beyond ASCII; `count` if there is none.
///
/// In the header because strings are short: a call would cost as much as the search.
static inline size_t kernel_end_of_plain_text(const uint8_t *text, size_t start, size_t count) {
  for (; start + 16 <= count; start += 16) {
    uint64_t marks = kernel_string_marks(text + start);
    if (marks != 0) return start + (size_t)__builtin_ctzll(marks);
  }
  if (count >= 16 && start < count) {
    // What was seen before moves out of the marks.
    uint64_t marks = kernel_string_marks(text + count - 16) >> (16 - (count - start));
    return marks != 0 ? start + (size_t)__builtin_ctzll(marks) : count;
  }
  return kernel_end_of_plain_text_portable(text, start, count);
}

/// Where the first of these bytes is; NULL if there is none.
static inline const uint8_t *kernel_first(const uint8_t *text, uint8_t byte, size_t count) {
  // It is often near: a line end after the shortest line, or the end of a short word.
  if (count >= 64) {
    uint64_t marks = kernel_byte_marks(text, byte) | kernel_byte_marks(text + 16, byte) << 16
      | kernel_byte_marks(text + 32, byte) << 32 | kernel_byte_marks(text + 48, byte) << 48;
    if (marks != 0) return text + (size_t)__builtin_ctzll(marks);
  }
  return (const uint8_t *)memchr(text, byte, count);
}

/// Whether two texts of one length have the same bytes.
static inline bool kernel_is_equal(const uint8_t *text, const uint8_t *other, size_t count) {
  return memcmp(text, other, count) == 0;
}

/// The first eight digits of the commit that the build is of; 0 if it was not told.
uint32_t kernel_commit(void);
