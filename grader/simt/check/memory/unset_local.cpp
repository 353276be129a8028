#include "check/memory/unset_local.h"

#include <map>
#include <string>
#include <tuple>

#include "check/report/findings.h"
#include "check/state.h"

namespace simt::check {

void report_unset_local(const char* name, int declared, const char* file, int line) {
  need_serial();
  // Report only the first read: initializing the variable fixes all of them.
  static auto* const first = new std::map<std::tuple<std::string, int, std::string>, int>;
  const int place = first->try_emplace({file, declared, name}, line).first->second;
  found(Level::error, at(file, place), at(file, declared), "read.unset-local",
        [&] { return Facts().add_running_thread().add("variable", name); });
}

}  // namespace simt::check
