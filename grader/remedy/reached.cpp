#include "remedy/reached.h"

namespace warpgrade::remedy {
namespace {

void add(const Code& code, const std::string& name, std::set<std::string>& reached) {
  for (const Function& f : code.functions()) {
    if (f.name != name) continue;
    if (!reached.insert(name).second) return;
    for (std::size_t i = f.open; i < f.close; ++i)
      for (const Function& other : code.functions())
        if (code.is(i, other.name) && reached.count(other.name) == 0)
          add(code, other.name, reached);
  }
}

}  // namespace

std::set<std::string> functions_reached(const Code& code, const std::string& entry) {
  std::set<std::string> reached;
  add(code, entry, reached);
  return reached;
}

}  // namespace warpgrade::remedy
