#include "import/file_name.h"

#include <cctype>
#include <cstring>

#include "base/sha256.h"

namespace warpgrade {

std::string file_name_for(const std::string& id) {
  std::string name;
  for (const char c : id.substr(0, 100)) {
    const bool fine = static_cast<unsigned char>(c) >= 0x80 ||
                      std::isalnum(static_cast<unsigned char>(c)) || std::strchr("-_.@+", c);
    name += fine && c != '\0' ? c : '_';
  }
  if (name.empty() || name[0] == '.') name = "_" + name;
  if (name == id) return name;
  Sha256 hash;
  hash.add(id);
  return name + "-" + hash.hex().substr(0, 8);
}

}  // namespace warpgrade
