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

/// `object.get()` for objects that own memory: another one, which takes turns with it in a loop.
void GivenTwice::object(const Function& f, const Launch& launch) {
  const auto holds_object = [&](Range given) {
    return given.end > given.begin + 2 && code_.is(given.begin + 1, ".");
  };
  const auto text = [&](Range given) { return code_.spelled(given.begin, given.end); };
  for (const Range& one : launch.arguments) {
    const auto same = [&](const Range& other) { return text(other) == text(one); };
    if (!holds_object(one) ||
        std::count_if(launch.arguments.begin(), launch.arguments.end(), same) < 2)
      continue;
    const std::string object(code_.tokens()[one.begin].text);
    std::vector<std::string> others = of_the_same_type(f, one.begin);
    std::reverse(others.begin(), others.end());
    for (const std::string& other : others) {
      const bool given =
          std::any_of(launch.arguments.begin(), launch.arguments.end(),
                      [&](const Range& each) { return code_.is(each.begin, other); });
      const std::size_t s = code_.listed(code_.statement_at(f, code_.line(launch.name)));
      if (given || s == none) continue;
      const std::string by = other + code_.spelled(one.begin + 1, one.end);
      const std::string swap = "std::swap(" + object + ", " + other + ");";
      const std::size_t last = code_.statements()[s].end - 1;
      std::vector<Insertion> insertions = around(one, "(" + asks() + " ? " + by + " : ", ")");
      insertions.push_back({after(last), " if (" + asks() + ") { " + swap + " }"});
      propose_together(
          {{"expression.instead", "", code_.line(one.begin), by, text(one),
            because("code.given-twice", {{"kernel", std::string(code_.tokens()[launch.name].text)},
                                         {"old", text(one)}})},
           {"statement.after", "", code_.line(last), swap, "", {}}},
          std::move(insertions));
    }
  }
}

void GivenTwice::other_buffer() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const std::vector<Variable> pointers = list_pointers(f);
    const auto find = [&](Range given) {
      return std::find_if(pointers.begin(), pointers.end(), [&](const Variable& v) {
        return given.end == given.begin + 1 && code_.is(given.begin, v.name);
      });
    };
    for (const Launch& launch : launches(f)) {
      object(f, launch);
      for (const Range& one : launch.arguments) {
        const auto pointer = find(one);
        const bool twice =
            pointer != pointers.end() &&
            std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const Range& other) {
              return other.begin != one.begin && find(other) == pointer;
            });
        if (!twice) continue;
        // What the function declares itself takes turns more often than what it is given.
        for (auto other = pointers.rbegin(); other != pointers.rend(); ++other) {
          const bool given =
              std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const Range& each) {
                return code_.spelled(each.begin, each.end) == other->name;
              });
          if (other->type == pointer->type && !given)
            instead(one, other->name,
                    because("code.given-twice",
                            {{"kernel", std::string(code_.tokens()[launch.name].text)}}));
        }
      }
    }
  }
}

}  // namespace warpgrade::remedy
