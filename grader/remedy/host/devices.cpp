#include "remedy/host/devices.h"

#include <algorithm>

namespace warpgrade::remedy {

/// The different `cudaSetDevice(…)` of the function.
std::vector<std::string> Devices::calls(const Function& f) const {
  std::vector<std::string> all;
  for (std::size_t i = f.open; i + 1 < f.close; ++i) {
    if (!code_.is(i, "cudaSetDevice") || !code_.is(i + 1, "(")) continue;
    const std::string call = code_.spelled(i, code_.partner(i + 1) + 1);
    if (std::find(all.begin(), all.end(), call) == all.end()) all.push_back(call);
  }
  return all;
}

void Devices::set_before_allocations() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::string& call : calls(f)) {
      const Cause cause = because("code.device-not-set", {{"call", call}});
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        const bool loop = s.kind == Statement::Kind::loop && code_.is(s.begin + 1, "(") &&
                          code_.is(code_.partner(s.begin + 1) + 1, "{");
        const bool allocates = s.kind == Statement::Kind::other && s.listed &&
                               code_.tokens()[call_in(s)].text.starts_with("cudaMalloc");
        if (loop && holds(s.begin, s.end, "cudaMalloc") &&
            !holds(s.begin, s.end, "cudaSetDevice")) {
          const std::size_t first = code_.partner(s.begin + 1) + 2;
          propose("statement.before", code_.line(first), call + ";",
                  {{before(first), "if (" + asks() + ") { " + call + "; } "}}, "", cause);
        } else if (allocates) {
          propose("statement.before", code_.line(s.begin), call + ";",
                  {{before(s.begin), "if (" + asks() + ") { " + call + "; } "}}, "", cause);
        }
      }
    }
  }
}

}  // namespace warpgrade::remedy
