#include "gradebook/pseudonym.h"

#include <stdexcept>

#include "base/sha256.h"
#include "gradebook/gradebook.h"

namespace warpgrade {
namespace {

constexpr std::string_view prefix = "anon-";
constexpr std::size_t digits = 10;  // 2000 students share one with a probability of 2e-6

}  // namespace

std::string make_pseudonym_secret(const std::filesystem::path& folder) {
  return Gradebook(folder / "gradebook.sqlite").secret(pseudonym_secret);
}

std::string pseudonym(const std::string& secret, const std::string& student) {
  if (secret.empty()) throw std::logic_error("a pseudonym without a secret is none");
  Sha256 hash;
  hash.add(secret + "\n" + student);
  return std::string(prefix) + hash.hex().substr(0, digits);
}

bool is_pseudonym(const std::string& name) {
  return name.size() == prefix.size() + digits && name.starts_with(prefix) &&
         name.find_first_not_of("0123456789abcdef", prefix.size()) == name.npos;
}

}  // namespace warpgrade
