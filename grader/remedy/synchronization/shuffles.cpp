#include "remedy/synchronization/shuffles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <sstream>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

bool is_shuffle(std::string_view name) { return name.rfind("__shfl_", 0) == 0; }

/// Whether it is a number whose bits leave out some of the 32 lanes.
bool is_part_of_a_warp(const std::string& mask) {
  char* end = nullptr;
  const unsigned long long bits = std::strtoull(mask.c_str(), &end, 0);
  while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L') ++end;
  return end != mask.c_str() && *end == '\0' && bits != 0 && bits < 0xffffffffULL;
}

/// The number of lanes in a mask of the first 2, 4, 8 or 16; 0 for other masks.
unsigned lanes_of_a_group(const std::string& mask) {
  const unsigned long long bits = std::strtoull(mask.c_str(), nullptr, 0);
  for (const unsigned lanes : {2u, 4u, 8u, 16u})
    if (bits == (1ULL << lanes) - 1) return lanes;
  return 0;
}

}  // namespace

void Shuffles::change_all() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::set<std::size_t> loops;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!is_shuffle(code_.tokens()[i].text) || !code_.is(i + 1, "(")) continue;
      for (const std::size_t s : f.statements) {
        const Statement& each = code_.statements()[s];
        if (each.kind == Statement::Kind::loop && each.begin < i && i < each.end) loops.insert(s);
      }
      all_lanes(i);
      other_direction(i);
      width_of_a_group(f, i);
    }
    for (const std::size_t s : loops) other_start(f, s);
  }
}

void Shuffles::whole_warp_in_branches() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::set<std::string> shared;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.is(i, "__shared__")) continue;
      while (i < f.close && !code_.is(i, "[") && !code_.is(i, ";")) ++i;
      shared.insert(std::string(code_.tokens()[i - 1].text));
    }
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if")) continue;
      const Range condition = {s.begin + 2, code_.partner(s.begin + 1)};
      std::size_t less = condition.begin;
      while (less < condition.end && !code_.is(less, "<")) ++less;
      const bool plain = less < condition.end && !holds(condition.begin, condition.end, "&&") &&
                         !holds(condition.begin, condition.end, "||") &&
                         !holds(s.begin, s.end, "else");
      if (!plain || !uses_shuffles(condition.end, s.end)) continue;
      const std::string test = code_.spelled(condition.begin, condition.end),
                        wide = code_.spelled(condition.begin, less + 1) + " 32";
      std::vector<Remedy> remedies = {{"expression.instead", "", code_.line(condition.begin), wide,
                                       test,
                                       because("code.shuffle-in-a-branch", {{"test", test}})}};
      std::vector<Insertion> insertions =
          around(condition, "(" + asks() + " ? " + wide + " : ", ")");
      for (std::size_t i = condition.end; i + 1 < s.end; ++i) {
        if (shared.count(std::string(code_.tokens()[i].text)) == 0 || !code_.is(i + 1, "["))
          continue;
        const std::size_t end = code_.partner(i + 1) + 1;
        if (is_assignment(code_.tokens()[end].text)) continue;
        const std::string read = code_.spelled(i, end);
        for (Insertion& each : around({i, end}, "(" + asks() + " && !(" + test + ") ? 0 : ", ")"))
          insertions.push_back(std::move(each));
        remedies.push_back(
            {"expression.instead", "", code_.line(i), test + " ? " + read + " : 0", read, {}});
      }
      propose_together(std::move(remedies), std::move(insertions));
    }
  }
}

/// `offset = warpSize` starts at a lane that does not exist, `offset = 8` skips some.
void Shuffles::other_start(const Function&, std::size_t loop) {
  const Statement& s = code_.statements()[loop];
  if (!code_.is(s.begin, "for") || !code_.is(s.begin + 1, "(")) return;
  std::size_t equals = s.begin + 2;
  while (equals < s.end && !code_.is(equals, "=") && !code_.is(equals, ";")) ++equals;
  if (!code_.is(equals, "=")) return;
  std::size_t end = equals + 1;
  while (end < s.end && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
  const std::string start = code_.spelled(equals + 1, end);
  if (start == "16" || start == "warpSize / 2") return;
  const bool whole = start == "warpSize" || start == "32";
  instead({equals + 1, end}, "16",
          because(whole ? "code.shuffle-of-a-whole-warp" : "code.shuffle-starts-late"));
}

void Shuffles::other_direction(std::size_t call) {
  const std::string name(code_.tokens()[call].text);
  const std::string other = name == "__shfl_up_sync"     ? "__shfl_down_sync"
                            : name == "__shfl_down_sync" ? "__shfl_up_sync"
                                                         : "";
  if (other.empty()) return;
  const std::size_t end = code_.partner(call + 1) + 1;
  const std::string code = other + spelled_behind(call, end);
  propose("expression.instead", code_.line(call), code,
          around({call, end}, "(" + asks() + " ? " + code + " : ", ")"), code_.spelled(call, end),
          because("code.shuffle-direction", {{"name", name}}));
}

void Shuffles::all_lanes(std::size_t call) {
  const auto given = arguments(call + 1);
  if (given.size() < 2) return;
  const std::string mask = code_.spelled(given[0].begin, given[0].end);
  if (mask.rfind("0x", 0) == 0 && mask.find("ffffffff") == mask.npos &&
      mask.find("FFFFFFFF") == mask.npos)
    instead(given[0], "0xffffffff", because("code.mask-of-some"));
}

std::optional<Shuffles::Value> Shuffles::macro(std::string_view name) const {
  const std::string& text = code_.text();
  int line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::istringstream words(text.substr(at, end - at));
    std::string define, its_name, value;
    words >> define;
    if (define == "#") words >> define;
    words >> its_name >> value;
    if (define.ends_with("define") && its_name == name && !value.empty()) {
      const std::size_t begin = text.find(value, text.find(its_name, at) + its_name.size());
      return Value{begin, begin + value.size(), line};
    }
    at = end + 1;
  }
  return std::nullopt;
}

void Shuffles::full_masks() {
  std::set<std::string> names;
  std::map<std::string, std::vector<Range>> literals;
  for (std::size_t i = 0; i + 1 < code_.tokens().size(); ++i) {
    const std::string_view call = code_.tokens()[i].text;
    const bool takes_mask =
        call == "__syncwarp" || (call.starts_with("__") && call.ends_with("_sync"));
    if (!takes_mask || !code_.is(i + 1, "(")) continue;
    const auto given = arguments(i + 1);
    if (given.empty() || given[0].end != given[0].begin + 1) continue;
    const std::string mask(code_.tokens()[given[0].begin].text);
    if (code_.tokens()[given[0].begin].kind == Kind::identifier) names.insert(mask);
    if (is_part_of_a_warp(mask)) literals[mask].push_back(given[0]);
  }
  const std::string all = "0xffffffff";
  for (const std::string& name : names) {
    if (const auto value = macro(name); value) {
      const std::string old = code_.text().substr(value->begin, value->end - value->begin);
      if (is_part_of_a_warp(old))
        propose("expression.instead", value->line, all,
                {{value->begin, "(" + asks() + " ? " + all + " : ", value->end},
                 {value->end, ")", value->begin}},
                old, because("code.mask-of-some"));
    }
    for (std::size_t i = 1; i + 3 < code_.tokens().size(); ++i) {
      const std::string value(code_.tokens()[i + 2].text);
      if (!code_.is(i, name) || !code_.is(i + 1, "=") || !is_part_of_a_warp(value) ||
          (!code_.is(i + 3, ";") && !code_.is(i + 3, ",")))
        continue;
      if (const unsigned lanes = lanes_of_a_group(value); lanes > 0)
        instead({i + 2, i + 3},
                fmt::format("{} << (threadIdx.x % 32 / {} * {})", value, lanes, lanes),
                because("code.mask-of-first-group", {{"lanes", lanes}}));
      instead({i + 2, i + 3}, all, because("code.mask-of-some"));
    }
  }
  for (const auto& [mask, places] : literals) {
    std::vector<Piece> pieces;
    for (const Range& place : places) pieces.push_back({place, all});
    replace_all(std::move(pieces), because("code.mask-of-some"));
  }
}

/// Whether these tokens name a thread: `threadIdx`, or a variable of the function whose initial
/// value does.
bool Shuffles::names_a_thread(const Function& f, Range value) const {
  for (std::size_t i = value.begin; i < value.end; ++i) {
    if (code_.is(i, "threadIdx")) return true;
    for (std::size_t at = f.open + 1; at + 1 < f.close; ++at) {
      if (at == i || !code_.is(at, code_.tokens()[i].text) || !code_.is(at + 1, "=")) continue;
      for (std::size_t to = at + 2; to < f.close && !code_.is(to, ";"); ++to)
        if (code_.is(to, "threadIdx")) return true;
    }
  }
  return false;
}

/// The sizes of the groups into which the function divides its threads: `threadIdx.x % WIDTH`,
/// `lane / WIDTH`, `threadIdx.x & (WIDTH - 1)`; the first axis of a block with two.
std::vector<std::string> Shuffles::widths_of_groups(const Function& f) const {
  std::vector<std::string> widths;
  for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
    std::string width;
    if (code_.is(i, "%") || code_.is(i, "/")) {
      const Token& by = code_.tokens()[i + 1];
      if (by.kind == Kind::identifier || by.kind == Kind::number) width = by.text;
    } else if (code_.is(i, "&") && code_.is(i + 1, "(") && code_.is(i + 3, "-") &&
               code_.is(i + 4, "1")) {
      width = code_.tokens()[i + 2].text;
    } else if (code_.is(i, "threadIdx") && code_.is(i + 2, "y")) {
      width = "blockDim.x";
    }
    const bool whole_warp = width == "32" || width == "warpSize" || is_one_of(width, {"", "1"});
    if (whole_warp || std::find(widths.begin(), widths.end(), width) != widths.end()) continue;
    if (width == "blockDim.x" ? code_.is(i, "threadIdx") : names_a_thread(f, left_operand(i)))
      widths.push_back(width);
  }
  return widths;
}

void Shuffles::width_of_a_group(const Function& f, std::size_t call) {
  if (arguments(call + 1).size() != 3) return;
  const std::size_t end = code_.partner(call + 1) + 1;
  const std::string old = code_.spelled(call, end);
  for (const std::string& width : widths_of_groups(f)) {
    const std::string shown = code_.spelled(call, end - 1) + ", " + width + ")";
    // The whole call is replaced: of several widths, each as an argument would be one too many.
    propose("expression.instead", code_.line(call), shown,
            around({call, end}, "(" + asks() + " ? " + shown + " : ", ")"), old,
            because("code.shuffle-without-width", {{"width", width}}));
  }
}

void Shuffles::behind_loops() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t call = s.begin + 2, open = call + 1;
      if (s.kind != Statement::Kind::other || !code_.is(s.begin + 1, "+=") ||
          !code_.is(open, "(") || code_.partner(open) + 2 != s.end ||
          !uses_shuffles(call, open + 1))
        continue;
      std::size_t around = s.parent;
      while (around != none && code_.statements()[around].kind != Statement::Kind::loop)
        around = code_.statements()[around].parent;
      if (around == none || !code_.statements()[around].listed) continue;
      const std::string sum(code_.tokens()[s.begin].text), name(code_.tokens()[call].text),
          value = code_.spelled(open + 1, s.end - 2),
          behind = sum + " = " + name + "(" + sum + ");";
      const std::size_t last = code_.statements()[around].end - 1;
      std::vector<Insertion> insertions =
          this->around({call, s.end - 1}, "(" + asks() + " ? (" + value + ") : ", ")");
      insertions.push_back({after(last), " if (" + asks() + ") { " + behind + " }"});
      propose_together({{"statement.instead", "", code_.line(s.begin), sum + " += " + value + ";",
                         code_.spelled(s.begin, s.end),
                         because("code.reduced-in-the-loop", {{"function", name}})},
                        {"statement.after", "", code_.line(last), behind, "", {}}},
                       std::move(insertions));
    }
  }
}

}  // namespace warpgrade::remedy
