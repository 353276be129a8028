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

void Devices::set_before_streams() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t call = call_in(s);
      // Matches cudaStreamCreate(&half.stream)
      if (s.kind != Statement::Kind::other || !code_.is(call + 1, "(") ||
          !code_.is(call + 2, "&") ||
          !(code_.tokens()[call].text.starts_with("cudaStreamCreate") ||
            code_.tokens()[call].text.starts_with("cudaEventCreate")))
        continue;
      for (const std::string& device : devices_beside(call + 3)) {
        const std::string sets = "cudaSetDevice(" + device + ");";
        propose("statement.instead", code_.line(s.begin),
                "{ " + sets + " " + code_.spelled(s.begin, s.end) + " }",
                around({s.begin, s.end}, "{ if (" + asks() + ") { " + sets + " } ", " }"),
                code_.spelled(s.begin, s.end), because("code.stream-of-other-device"));
      }
    }
  }
}

void Devices::set_before_launches() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      const Statement* around_it = nullptr;
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        if (s.kind == Statement::Kind::other && s.begin <= launch.name && launch.name < s.end)
          around_it = &s;
      }
      if (around_it == nullptr) continue;
      const Statement& s = *around_it;
      for (const Range& argument : launch.arguments) {
        for (const std::string& device : devices_beside(argument.begin)) {
          const std::string call = "cudaSetDevice(" + device + ")";
          const Cause cause = because("code.launch-on-current-device", {{"call", call}});
          if (s.listed)
            propose("statement.before", code_.line(s.begin), call + ";",
                    {{before(s.begin), "if (" + asks() + ") { " + call + "; } "}}, "", cause);
          else
            propose("statement.instead", code_.line(s.begin),
                    "{ " + call + "; " + code_.spelled(s.begin, s.end) + " }",
                    around({s.begin, s.end}, "{ if (" + asks() + ") { " + call + "; } ", " }"),
                    code_.spelled(s.begin, s.end), cause);
        }
      }
    }
  }
}

/// What the file calls a device of the object or element whose member or name begins at `token`:
/// `half.device`, `d` of `streams[d]`.
std::vector<std::string> Devices::devices_beside(std::size_t token) const {
  const std::string object(code_.tokens()[token].text);
  if (code_.is(token + 1, "[")) return {code_.spelled(token + 2, code_.partner(token + 1))};
  std::vector<std::string> all;
  if (!code_.is(token + 1, ".") && !code_.is(token + 1, "->")) return all;
  for (std::size_t i = 1; i + 1 < code_.tokens().size(); ++i) {
    const std::string member(code_.tokens()[i].text);
    const std::string device = object + std::string(code_.tokens()[token + 1].text) + member;
    if (member.starts_with("dev") && (code_.is(i - 1, ".") || code_.is(i - 1, "->")) &&
        std::find(all.begin(), all.end(), device) == all.end())
      all.push_back(device);
  }
  return all;
}

}  // namespace warpgrade::remedy
