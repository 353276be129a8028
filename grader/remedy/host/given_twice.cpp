#include "remedy/host/given_twice.h"

#include <algorithm>
#include <map>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Variables that the function declares with the type of this one, in order.
std::vector<std::string> GivenTwice::of_the_same_type(const Function& f, std::size_t use) const {
  std::map<std::string, std::vector<std::string>> by_type;
  std::string found;
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    std::size_t name = s.begin;
    while (name < s.end &&
           (code_.tokens()[name + 1].kind == Kind::identifier || code_.is(name + 1, "::") ||
            code_.is(name, "::") || code_.is(name + 1, "<"))) {
      if (code_.is(name + 1, "<")) {
        while (name < s.end && !code_.is(name, ">")) ++name;
      }
      ++name;
    }
    if (s.kind != Statement::Kind::other || name == s.begin || name >= use) continue;
    const std::string type = code_.spelled(s.begin, name);
    for (std::size_t i = name; i < s.end; ++i) {
      if (code_.is(i, "(") || code_.is(i, "{")) i = code_.partner(i);
      if (code_.tokens()[i].kind != Kind::identifier || (i != name && !code_.is(i - 1, ",")))
        continue;
      by_type[type].emplace_back(code_.tokens()[i].text);
      if (code_.is(use, by_type[type].back())) found = type;
    }
  }
  return by_type[found];
}

/// Gives `other` in place of the name with which `one` begins; in a loop also with a swap of the
/// two behind the launch.
void GivenTwice::give_other(const Function& f, const Launch& launch, Range one,
                            const std::string& other) {
  const std::string own(code_.tokens()[one.begin].text),
      old = code_.spelled(one.begin, one.end),
      by = one.end > one.begin + 1 ? other + code_.spelled(one.begin + 1, one.end) : other;
  const Cause cause =
      because("code.given-twice",
              {{"kernel", std::string(code_.tokens()[launch.name].text)}, {"old", old}});
  const std::size_t s = code_.listed(code_.statement_at(f, code_.line(launch.name)));
  bool in_loop = false;
  for (std::size_t up = s; up != none; up = code_.statements()[up].parent)
    in_loop |= code_.statements()[up].kind == Statement::Kind::loop;
  if (in_loop) {
    const std::string swap = "std::swap(" + own + ", " + other + ");";
    const std::size_t last = code_.statements()[s].end - 1;
    std::vector<Insertion> insertions = around(one, "(" + asks() + " ? " + by + " : ", ")");
    insertions.push_back({after(last), " if (" + asks() + ") { " + swap + " }"});
    propose_together({{"expression.instead", "", code_.line(one.begin), by, old, cause},
                      {"statement.after", "", code_.line(last), swap, "", {}}},
                     std::move(insertions));
  }
  instead(one, by, cause);
}

void GivenTwice::other_buffer() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const std::vector<Variable> pointers = list_pointers(f);
    for (const Launch& launch : launches(f))
      for (const Range& one : launch.arguments) {
        const std::string given = code_.spelled(one.begin, one.end);
        const auto same = [&](const Range& each) {
          return code_.spelled(each.begin, each.end) == given;
        };
        const bool object = one.end > one.begin + 2 && code_.is(one.begin + 1, ".");
        const auto pointer = std::find_if(pointers.begin(), pointers.end(),
                                          [&](const Variable& v) { return v.name == given; });
        if ((!object && pointer == pointers.end()) ||
            std::count_if(launch.arguments.begin(), launch.arguments.end(), same) < 2)
          continue;
        std::vector<std::string> others;
        if (object) others = of_the_same_type(f, one.begin);
        for (const Variable& v : pointers)
          if (!object && v.type == pointer->type) others.push_back(v.name);
        // What the function declares itself takes turns more often than what it is given.
        std::reverse(others.begin(), others.end());
        for (const std::string& other : others)
          if (std::none_of(launch.arguments.begin(), launch.arguments.end(),
                           [&](const Range& each) { return code_.is(each.begin, other); }))
            give_other(f, launch, one, other);
      }
  }
}

}  // namespace warpgrade::remedy
