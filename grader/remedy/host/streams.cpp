#include "remedy/host/streams.h"

#include <algorithm>

namespace warpgrade::remedy {

/// The next launch in the same block after the statement, or `none`.
std::size_t Streams::launch_behind(const Function& f, std::size_t statement) const {
  const Statement& from = code_.statements()[statement];
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    if (!each.listed || each.parent != from.parent || each.begin < from.end) continue;
    for (std::size_t i = each.begin; i + 2 < each.end; ++i)
      if (code_.is(i, "<") && code_.is(i + 1, "<") && code_.is(i + 2, "<")) return s;
  }
  return none;
}

void Streams::events_after_launches() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t s : f.statements) {
      const Statement& each = code_.statements()[s];
      if (each.kind != Statement::Kind::other || !each.listed ||
          !holds(each.begin, each.end, "cudaEventRecord"))
        continue;
      const std::size_t launch = launch_behind(f, s);
      if (launch == none) continue;
      const std::size_t last = code_.statements()[launch].end - 1;
      const std::string code = code_.spelled(each.begin, each.end);
      propose("statement.behind", code_.line(last), code,
              {{before(each.begin), "if (!" + asks() + ") { "},
               {after(each.end - 1), " }"},
               {after(last), " if (" + asks() + ") { " + code + " }"}},
              "line " + std::to_string(code_.line(each.begin)), because("code.event-too-early"));
    }
  }
}

void Streams::waits_before_launches(const std::vector<int>& lines) {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      const bool meant = std::any_of(lines.begin(), lines.end(), [&](int line) {
        const Function* kernel = code_.function_at(line);
        return kernel != nullptr && kernel->kernel && code_.is(launch.name, kernel->name);
      });
      const std::size_t s =
          meant ? code_.listed(code_.statement_at(f, code_.line(launch.name))) : none;
      if (s == none) continue;
      const std::size_t begin = code_.statements()[s].begin;
      propose("statement.before", code_.line(begin), "cudaDeviceSynchronize();",
              {{before(begin), "if (" + asks() + ") { cudaDeviceSynchronize(); } "}});
    }
  }
}

}  // namespace warpgrade::remedy
