// Compares the kernels with plain code at every length and alignment.
//
// usage: check NAME    says of NAME which ways agree; ends with 1 at the first difference
#include "CKernels.h"
#include "processor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// RFC 3720, appendix B.4, bit by bit.
static uint32_t plain_crc32c(uint32_t state, const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    state ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) state = state & 1 ? state >> 1 ^ 0x82F63B78 : state >> 1;
  }
  return state;
}

static void require(int holds, const char *what, size_t count, size_t start) {
  if (holds) return;
  fprintf(stderr, "%s differs at %zu bytes, %zu from a boundary\n", what, count, start);
  exit(1);
}

static void check_crc32c(const uint8_t *bytes, uint32_t seed, size_t count, size_t start) {
  uint32_t state = seed * 2654435761u, plain = plain_crc32c(state, bytes + start, count);
  uint32_t portable = kernel_crc32c_portable(state, bytes + start, count);
  require(portable == plain, "portable CRC-32C", count, start);
  require(kernel_crc32c(state, bytes + start, count) == plain, "CRC-32C", count, start);
}

static void check_sha256(const uint8_t *bytes, size_t blocks, size_t start) {
  uint32_t plain[8], native[8];
  for (int i = 0; i < 8; i++) plain[i] = (uint32_t)(start * 31 + blocks + (size_t)i) * 2654435761u;
  memcpy(native, plain, sizeof plain);
  kernel_sha256_portable(plain, bytes + start, blocks);
  kernel_sha256(native, bytes + start, blocks);
  require(memcmp(plain, native, sizeof plain) == 0, "SHA-256", blocks * 64, start);
}

// Looks from every place of a text that is plain but for one byte, if it has that many.
static void check_string_ends(uint8_t *text, size_t count, uint8_t odd) {
  for (size_t place = 0; place <= count; place++) {
    memset(text, 'a' + (int)(place % 26), count);
    if (place < count) text[place] = odd;
    for (size_t start = 0; start <= count; start++) {
      size_t end = kernel_end_of_plain_text_portable(text, start, count);
      require(kernel_end_of_plain_text(text, start, count) == end, "string end", count, start);
    }
  }
}

static uint64_t next(uint64_t *random) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return *random >> 33;
}

static bool is_allowed(uint8_t byte, const uint8_t *pattern, size_t width, bool plain) {
  return !(plain && byte == '\\') && (uint8_t)(byte - '\\' - pattern[0]) <= pattern[width];
}

// What `kernel_matches` says, byte by byte.
static size_t plain_matches(
  const uint8_t *text, size_t limit, size_t room, const uint8_t *pattern, size_t width, size_t count, bool plain) {
  for (size_t found = 0, start = 0;; found++, start += count) {
    if (start >= limit || start + width > room) return found;
    for (size_t i = 0; i < width; i++)
      if (!is_allowed(text[start + i], pattern + i, width, plain)) return found;
  }
}

// Records of a random pattern that end with the text, in which one byte is replaced.
static void check_matches(uint8_t *text, size_t room, size_t count, uint64_t *random) {
  uint8_t pattern[2 * 400];
  size_t width = count < 64 ? 64 : count;
  for (size_t i = 0; i < width; i++) {
    size_t first = next(random) % 256, last = first + next(random) % (256 - first);
    if (i >= count) first = 0, last = 255;
    if (first == '\\' && last == first) first = last = 'a';
    pattern[i] = (uint8_t)(first - '\\'), pattern[width + i] = (uint8_t)(last - first);
    for (size_t place = i; i < count && place < room; place += count)
      do text[place] = (uint8_t)(first + next(random) % (last - first + 1));
      while (text[place] == '\\');
  }
  for (int round = 0; round < 40; round++) {
    uint8_t *place = text + next(random) % room, old = *place;
    if (round > 0) *place = round % 2 ? '\\' : (uint8_t)next(random);
    size_t limit = next(random) % (room + 1);
    for (int plain = 0; plain < 2; plain++) {
      size_t found = plain_matches(text, limit, room, pattern, width, count, plain);
      require(kernel_matches(text, limit, room, pattern, width, count, plain) == found, "matches", count, 0);
    }
    *place = old;
  }
}

// The example of two blocks of FIPS 180-2, appendix B.2, which holds the portable kernel.
static void check_example(void) {
  const char *text = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  const uint32_t digest[8] = {
    0x248d6a61, 0xd20638b8, 0xe5c02693, 0x0c3e6039, 0xa33ce459, 0x64ff2167, 0xf6ecedd4, 0x19db06c1,
  };
  uint32_t state[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  };
  uint8_t blocks[128] = {[56] = 0x80, [126] = 448 >> 8, [127] = 448 & 255};
  memcpy(blocks, text, 56);
  kernel_sha256_portable(state, blocks, 2);
  require(memcmp(state, digest, sizeof state) == 0, "portable SHA-256", 56, 0);
}

static void tell(const char *name, const char *kernel, int is_native) {
  const char *ways = is_native ? "by its instructions, and in plain C" : "in plain C alone";
  printf("ok       %s: %s %s\n", name, kernel, ways);
}

int main(int count_of_words, char **words) {
  enum { size = 80000, lengths = 700 };
  // What is read ends where the allocation does, so that a sanitizer sees a byte too many.
  uint8_t *bytes = malloc(size);
  if (!bytes || count_of_words != 2) return 2;
  uint64_t random = 20261123;
  for (size_t i = 0; i < size; i++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    bytes[i] = (uint8_t)(random >> 56);
  }
  check_example();
  for (size_t start = 0; start < 64; start++) {
    for (size_t count = 0; count <= lengths; count++)
      check_crc32c(bytes, (uint32_t)count, count, start);
    check_crc32c(bytes, 1, size - start, start);
    for (size_t blocks = 0; blocks <= 9; blocks++) check_sha256(bytes, blocks, start);
    check_sha256(bytes, (size - start) / 64, start);
  }
  for (size_t count = 0; count <= lengths; count++) check_crc32c(bytes, 3, count, size - count);
  for (size_t blocks = 0; blocks <= 9; blocks++) check_sha256(bytes, blocks, size - blocks * 64);
  const uint8_t odd[] = {'"', '\\', 0, 0x1F, 0x20, 0x7F, 0x80, 0xFF};
  for (size_t count = 0; count <= 70; count++)
    for (size_t i = 0; i < sizeof odd; i++) check_string_ends(bytes + size - count, count, odd[i]);
  for (size_t count = 1; count <= 300; count++)
    for (size_t room = count; room <= 4 * count + 70; room += count / 2 + 1)
      check_matches(bytes + size - room, room, count, &random);
  free(bytes);
  tell(words[1], "SHA-256", processor_has_sha256());
  tell(words[1], "CRC-32C", processor_has_crc32c());
  tell(words[1], "string ends", 1);
  tell(words[1], "matches", 1);
}
