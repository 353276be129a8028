#include "remedy/host/targets.h"

#include <algorithm>

namespace warpgrade::remedy {

/// Whether the loop changes the name, or gives it to a function such as std::swap.
bool Targets::takes_turns(const Statement& loop, const Launch& launch,
                          const std::string& name) const {
  for (std::size_t i = loop.begin; i + 1 < loop.end; ++i) {
    if (!code_.is(i, name)) continue;
    if (is_assignment(code_.tokens()[i + 1].text)) return true;
    const bool given = std::any_of(launch.arguments.begin(), launch.arguments.end(),
                                   [&](const Range& r) { return r.begin <= i && i < r.end; });
    if (!given && (code_.is(i - 1, "(") || code_.is(i - 1, ","))) return true;
  }
  return false;
}

/// Gives `other` as the target, and lets both take turns behind the launch.
void Targets::give(const Launch& launch, Range target, const std::string& other,
                   std::size_t statement, const std::string& swap) {
  std::vector<Insertion> insertions = around(target, "(" + asks() + " ? " + other + " : ", ")");
  std::vector<Remedy> remedies = {
      {"expression.instead", "", code_.line(target.begin), other,
       code_.spelled(target.begin, target.end),
       because("code.given-twice", {{"kernel", std::string(code_.tokens()[launch.name].text)}})}};
  if (!swap.empty()) {
    const std::size_t last = code_.statements()[statement].end - 1;
    insertions.push_back({after(last), " if (" + asks() + ") { " + swap + " }"});
    remedies.push_back({"statement.after", "", code_.line(last), swap, "", {}});
  }
  propose_together(std::move(remedies), std::move(insertions));
}

void Targets::other_of_two(const Function& f, const Launch& launch, std::size_t loop,
                           const Function& kernel) {
  const Statement& rounds = code_.statements()[loop];
  const std::size_t statement = code_.listed(code_.statement_at(f, code_.line(launch.name)));
  const auto text = [&](std::size_t a) {
    return code_.spelled(launch.arguments[a].begin, launch.arguments[a].end);
  };
  const std::size_t count = std::min(launch.arguments.size(), kernel.parameters.size());
  for (std::size_t to = count; to-- > 0;) {
    const std::string& type = kernel.parameters[to].type;
    const Range target = launch.arguments[to];
    if (type.find('*') == type.npos || type.find("const") != type.npos) continue;
    bool twice = false;
    for (std::size_t from = 0; from < count; ++from) twice |= from != to && text(from) == text(to);
    if (!twice || statement == none) continue;
    // x[cur]
    if (code_.is(target.begin + 1, "[") && target.end == target.begin + 4) {
      const std::string array(code_.tokens()[target.begin].text),
          turn(code_.tokens()[target.begin + 2].text);
      const bool number = turn == "0" || turn == "1";
      const std::string other =
          array + "[" + (number ? (turn == "0" ? "1" : "0") : "1 - " + turn) + "]";
      if (takes_turns(rounds, launch, number ? array : turn))
        give(launch, target, other, statement, "");
      else
        give(launch, target, other, statement,
             number ? "std::swap(" + array + "[0], " + array + "[1]);"
                    : turn + " = 1 - " + turn + ";");
    }
    if (target.end != target.begin + 1) continue;
    const std::vector<Variable> pointers = list_pointers(f);
    const auto now = std::find_if(pointers.begin(), pointers.end(),
                                  [&](const Variable& v) { return v.name == text(to); });
    // What the function declares itself takes turns more often than what it is given.
    for (auto other = pointers.rbegin(); now != pointers.end() && other != pointers.rend();
         ++other) {
      bool given = false;
      for (std::size_t a = 0; a < count; ++a) given |= text(a) == other->name;
      if (other->type != now->type || given) continue;
      const bool swaps = takes_turns(rounds, launch, other->name);
      give(launch, target, other->name, statement,
           swaps ? "" : "std::swap(" + now->name + ", " + other->name + ");");
    }
  }
}

void Targets::other_of_two() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      std::size_t loop = none;  // the innermost around the launch
      for (const std::size_t s : f.statements) {
        const Statement& each = code_.statements()[s];
        if (each.kind == Statement::Kind::loop && each.begin < launch.name &&
            launch.name < each.end)
          loop = s;
      }
      for (const Function& kernel : code_.functions())
        if (loop != none && kernel.kernel && code_.is(launch.name, kernel.name))
          other_of_two(f, launch, loop, kernel);
    }
  }
}

}  // namespace warpgrade::remedy
