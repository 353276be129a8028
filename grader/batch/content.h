// What a submission consists of, whoever handed it in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpgrade {

/// FIPS 180-4. A student may choose the bytes, so it is a hash that nobody can make collide: whom
/// it calls equal share one grade.
class Sha256 {
 public:
  void add(std::string_view bytes);
  std::string hex();  // of all that was added; the last call

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_{};
  std::uint64_t bytes_ = 0;
};

/// Of the names and the bytes of all plain files and links in it, in its folders too. GraderError:
/// it cannot be read.
std::string hash_of_files(const std::filesystem::path& folder);

/// Copies `folder` to `store`/HASH, unless it is there, and returns that. What is graded so is what
/// was hashed, and its path, which reports quote, names no student. `hash` gets the whole hash.
std::filesystem::path keep_content(const std::filesystem::path& folder,
                                   const std::filesystem::path& store, std::string& hash);

}  // namespace warpgrade
