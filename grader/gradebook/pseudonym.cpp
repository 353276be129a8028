#include "gradebook/pseudonym.h"

#include "base/sha256.h"

namespace warpgrade {
namespace {

constexpr std::string_view prefix = "anon-";
constexpr std::size_t digits = 10;  // 2000 students share one with a probability of 2e-6

}  // namespace

std::string pseudonym(const std::string& secret, const std::string& student) {
  Sha256 hash;
  hash.add(secret + "\n" + student);
  return std::string(prefix) + hash.hex().substr(0, digits);
}

bool is_pseudonym(const std::string& name) {
  return name.size() == prefix.size() + digits && name.starts_with(prefix) &&
         name.find_first_not_of("0123456789abcdef", prefix.size()) == name.npos;
}

}  // namespace warpgrade
