#include "remedy/kernel/tile_loads.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// The tests that `&&` joins; for a variable with such a value, those of its value. Empty if there
/// are others.
std::vector<std::string> TileLoads::conjuncts(const Function& f, Range condition) const {
  std::vector<std::string> all;
  const auto add = [&](Range test) {
    if (test.end != test.begin + 1) {
      all.push_back(code_.spelled(test.begin, test.end));
      return;
    }
    for (std::size_t i = f.open + 1; i + 1 < test.begin; ++i) {
      if (!code_.is(i - 1, "bool") || !code_.is(i, code_.tokens()[test.begin].text) ||
          !code_.is(i + 1, "="))
        continue;
      std::size_t end = i + 2;
      while (end < f.close && !code_.is(end, ";")) ++end;
      for (std::string& each : conjuncts(f, {i + 2, end})) all.push_back(std::move(each));
    }
  };
  std::size_t begin = condition.begin;
  for (std::size_t i = begin; i < condition.end; ++i) {
    if (code_.is(i, "||") || code_.is(i, "?") || code_.is(i, ",")) return {};
    if (code_.is(i, "(")) i = code_.partner(i);
    if (!code_.is(i, "&&")) continue;
    add({begin, i});
    begin = i + 1;
  }
  add({begin, condition.end});
  return all;
}

/// The subscript of the first array in the value that is not in shared memory.
Range TileLoads::read_elsewhere(const Function& f, Range value) const {
  for (std::size_t i = value.begin; i + 1 < value.end; ++i)
    if (code_.tokens()[i].kind == Kind::identifier && code_.is(i + 1, "[") &&
        !is_shared(f, code_.tokens()[i].text))
      return {i + 2, code_.partner(i + 1)};
  return {0, 0};
}

void TileLoads::own_indices() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<Piece> pieces;
    std::string old;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !is_shared(f, code_.tokens()[s.begin].text)) continue;
      std::size_t value = s.begin;
      while (value < s.end && !code_.is(value, "=")) ++value;
      std::size_t chosen = value;
      while (chosen < s.end && !code_.is(chosen, "?")) ++chosen;
      if (chosen >= s.end) continue;
      Range condition{value + 1, chosen};
      if (code_.is(condition.begin, "(") && code_.partner(condition.begin) + 1 == condition.end)
        condition = {condition.begin + 1, condition.end - 1};
      const Range subscript = read_elsewhere(f, {chosen, s.end});
      const std::vector<std::string> tests = conjuncts(f, condition);
      std::vector<std::string> own;
      for (const std::string& test : tests) {
        const Code tested(test);
        const bool about_it =
            std::any_of(tested.tokens().begin(), tested.tokens().end(), [&](const Token& token) {
              return token.kind == Kind::identifier &&
                     holds(subscript.begin, subscript.end, token.text);
            });
        if (about_it) own.push_back(test);
      }
      if (own.empty() || own.size() == tests.size()) continue;
      if (old.empty()) old = code_.spelled(condition.begin, condition.end);
      pieces.push_back({condition, fmt::format("{}", fmt::join(own, " && "))});
    }
    if (!pieces.empty())
      replace_all(std::move(pieces), because("code.copies-for-itself", {{"test", old}}));
  }
}

void TileLoads::walls() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") ||
          !code_.is(s.begin + 1, "("))
        continue;
      const Range condition{s.begin + 2, code_.partner(s.begin + 1)};
      const auto inside = [&](const Statement& other) {
        return other.kind == Statement::Kind::other && other.begin > condition.end &&
               other.end <= s.end;
      };
      // It only fills shared memory.
      bool fills = false, other_work = false;
      for (const std::size_t at : f.statements) {
        const Statement& each = code_.statements()[at];
        if (!inside(each)) continue;
        const bool fill = is_shared(f, code_.tokens()[each.begin].text);
        fills |= fill && read_elsewhere(f, {each.begin, each.end}).end != 0;
        other_work |= !fill;
      }
      if (!fills || other_work) continue;
      std::vector<std::string> wider;
      bool changed = false;
      for (const std::string& test : conjuncts(f, condition)) {
        const bool upper = test.find(" < ") != test.npos && test.ends_with(" - 1");
        const bool lower = test.ends_with(" > 0") || test.ends_with(" >= 1");
        changed |= upper;
        if (!lower) wider.push_back(upper ? test.substr(0, test.size() - 4) : test);
      }
      if (changed && !wider.empty())
        instead(condition, fmt::format("{}", fmt::join(wider, " && ")),
                because("code.walls-left-out"));
    }
  }
}

void TileLoads::of_other_axis() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    const std::vector<std::string> threads = indices_of_threads(f);
    // The only one that a value uses; empty if there are none or several.
    const auto thread_in = [&](Range value) {
      std::string found;
      for (const std::string& name : threads)
        if (holds(value.begin, value.end, name)) {
          if (!found.empty()) return std::string();
          found = name;
        }
      return found;
    };
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !is_shared(f, code_.tokens()[s.begin].text) ||
          !code_.is(s.begin + 1, "["))
        continue;
      for (std::size_t i = s.begin; i < s.end; ++i) {
        if (code_.tokens()[i].kind != Kind::identifier) continue;
        Range value = initial_value(f, {i, i + 1});
        for (std::size_t at = value.begin; at < value.end; ++at)
          if (code_.is(at, ",")) value.end = at;
        const std::string thread = thread_in(value);
        if (thread.empty() || !code_.is(value.begin, "=") || value.end < value.begin + 3) continue;
        for (const std::string& other : threads) {
          if (other == thread || !holds(s.begin, s.end, other)) continue;
          std::string by;
          for (std::size_t at = value.begin + 1; at < value.end; ++at)
            by += (code_.is(at, thread) ? other : code_.spelled(at, at + 1)) +
                  (code_.spelled(at, at + 2).find(' ') == std::string::npos ? "" : " ");
          if (by.ends_with(' ')) by.pop_back();
          std::vector<Piece> pieces;
          for (std::size_t at = s.begin; at < s.end; ++at)
            if (code_.is(at, code_.tokens()[i].text)) pieces.push_back({{at, at + 1}, by});
          replace_all(std::move(pieces), because("code.tile-of-other-axis",
                                                 {{"name", std::string(code_.tokens()[i].text)},
                                                  {"thread", thread},
                                                  {"other", other}}));
        }
      }
    }
  }
}

}  // namespace warpgrade::remedy
