#include "remedy/edits/slips.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

/// Whether a value of type `other` can be read in place of one of `type`.
bool fits(const std::string& type, const std::string& other) {
  const auto points_to_const = [](const std::string& t) {
    return t.find('*') != t.npos && t.find("const") != t.npos;
  };
  if (points_to_const(other) && !points_to_const(type)) return false;
  const std::string a = without_const(type), b = without_const(other);
  return a == b || (is_whole_number(a) && is_whole_number(b));
}

/// Whether the names differ in one letter: `row_i` and `row_k`, `a` and `b`, `M` and `N`.
bool are_alike(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  int other = 0;
  for (std::size_t i = 0; i < a.size(); ++i) other += a[i] != b[i];
  return other == 1;
}

}  // namespace

/// The members used as `object.member` anywhere in the file.
std::vector<std::string> Slips::find_members(const std::string& object) const {
  std::set<std::string> members;
  for (std::size_t i = 0; i + 3 < code_.tokens().size(); ++i)
    if (code_.is(i, object) && (code_.is(i + 1, ".") || code_.is(i + 1, "->")) &&
        code_.tokens()[i + 2].kind == Kind::identifier && !code_.is(i + 3, "("))
      members.insert(std::string(code_.tokens()[i + 2].text));
  return {members.begin(), members.end()};
}

/// Puts `by` in place of `replaced` in the program, and `code` in place of `changed` in what is
/// shown.
void Slips::put(const Function& f, Range changed, const std::string& code, Range replaced,
                const std::string& by, const char* cause) {
  if (!lines_.empty() && lines_.count(code_.line(changed.begin)) == 0) return;
  if (is_of_launch(f, changed.begin) || compares_with_itself(replaced, by)) return;
  const Range shown = shown_around(f, changed);
  std::string front = code_.spelled(shown.begin, changed.end);
  front.resize(front.size() - code_.spelled(changed.begin, changed.end).size());
  if (code.empty() && front.ends_with(' ')) front.pop_back();
  std::string text = front + code;
  if (shown.end > changed.end) text += spelled_behind(changed.end - 1, shown.end);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  propose("expression.instead", code_.line(changed.begin), text,
          around(replaced, "(" + asks() + " ? " + by + " : ", ")"),
          code_.spelled(shown.begin, shown.end), because(cause));
}

/// The types of members of the file's classes, by name.
std::map<std::string, std::string> Slips::member_types() const {
  std::map<std::string, std::string> types;
  for (std::size_t i = 0; i + 2 < code_.tokens().size(); ++i) {
    if ((!code_.is(i, "struct") && !code_.is(i, "class")) || !code_.is(i + 2, "{")) continue;
    for (std::size_t at = i + 3; at < code_.partner(i + 2); ++at) {
      std::size_t type = at + 1;  // its end
      while (code_.is(type, "::") || code_.tokens()[type].kind == Kind::identifier) ++type;
      if (!code_.is(type, "*") && !code_.is(type, "&")) --type;
      const std::string plain = code_.spelled(at, type);
      std::string stars;
      for (at = type; at < code_.partner(i + 2) && !code_.is(at, ";"); ++at) {
        if (code_.is(at, "(") || code_.is(at, "{") || code_.is(at, "[")) at = code_.partner(at);
        if (code_.is(at, ",")) stars.clear();
        if (code_.is(at, "*")) stars += "*";
        if (code_.tokens()[at].kind == Kind::identifier)
          types.emplace(code_.tokens()[at].text, plain + stars);
      }
    }
  }
  return types;
}

void Slips::other_members() {
  const auto types = member_types();
  const auto type = [&](const std::string& name) {
    const auto found = types.find(name);
    return found == types.end() ? std::string() : found->second;
  };
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i + 3 < f->close; ++i) {
      const bool member = code_.tokens()[i].kind == Kind::identifier &&
                          (code_.is(i + 1, ".") || code_.is(i + 1, "->")) &&
                          code_.tokens()[i + 2].kind == Kind::identifier && !code_.is(i + 3, "(");
      if (!member) continue;
      const std::string object(code_.tokens()[i].text), now(code_.tokens()[i + 2].text);
      const std::string head = object + std::string(code_.tokens()[i + 1].text);
      for (const std::string& other : find_members(object))
        if (other != now && type(other) == type(now))
          put(*f, {i, i + 3}, head + other, {i, i + 3}, head + other, "code.other-variable");
    }
  }
}

void Slips::other_variables(Which which, std::size_t most, Part part) {
  for (const Function* f : functions_) {
    const auto variables = list_variables(*f);
    for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
      const bool typed =
          code_.tokens()[i - 1].kind == Kind::identifier && !code_.is(i - 1, "return");
      const bool used = code_.tokens()[i].kind == Kind::identifier && !typed &&
                        !code_.is(i - 1, "::") && !code_.is(i - 1, ".") && !code_.is(i - 1, "->") &&
                        !code_.is(i + 1, "(") && !code_.is(i + 1, ".") && !code_.is(i + 1, "->") &&
                        !(code_.is(i - 1, ")") && code_.is(i - 2, "void"));
      if (!used) continue;
      const auto now = std::find_if(variables.begin(), variables.end(),
                                    [&](const Declared& v) { return code_.is(i, v.name); });
      const bool declared = std::any_of(variables.begin(), variables.end(),
                                        [&](const Declared& v) { return v.token == i; });
      if (now == variables.end() || declared || is_written(i) || counts(*f, i) ||
          must_be_constant(i))
        continue;
      std::vector<std::string> others;
      for (const Declared& other : variables) {
        const bool visible = other.token == none || sees(*f, i, other.token);
        const Which is = are_alike(now->name, other.name)            ? Which::alike
                         : is_whole_number(without_const(now->type)) ? Which::whole_numbers
                                                                     : Which::others;
        const bool same = (now->token == none) == (other.token == none);
        if ((part != Part::any && same != (part == Part::same)) || is != which) continue;
        if (other.name != now->name && visible && fits(now->type, other.type) &&
            !pairs_with_itself(i, other.name) &&
            std::find(others.begin(), others.end(), other.name) == others.end())
          others.push_back(other.name);
      }
      for (std::size_t o = others.size() - std::min(most, others.size()); o < others.size(); ++o)
        put(*f, {i, i + 1}, others[o], {i, i + 1}, others[o], "code.other-variable");
    }
  }
}

void Slips::other_numbers() {
  constexpr int most = 9;  // larger numbers are sizes of blocks and tiles
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
      const std::string_view text = code_.tokens()[i].text;
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || value > most ||
          must_be_constant(i) || counts_devices(i - 2))
        continue;
      const bool added = code_.is(i - 1, "+") || code_.is(i - 1, "-");
      for (const int other : {value - 1, value + 1}) {
        // By 1 a division does nothing: one of two devices would do all the work.
        const bool divides = code_.is(i - 1, "/") || code_.is(i - 1, "%");
        if (other < 0 || (divides && other < 2)) continue;
        const std::string by = std::to_string(other);
        // Tries `i` for `i + 1`.
        if (other == 0 && added && i > f->open + 2)
          put(*f, {i - 1, i + 1}, "", {i, i + 1}, by, "code.other-number");
        else
          put(*f, {i, i + 1}, by, {i, i + 1}, by, "code.other-number");
      }
    }
  }
}

/// Whether it is the variable that gets the number of devices: with another one, the program may
/// use fewer.
bool Slips::counts_devices(std::size_t token) const {
  for (std::size_t i = 0; i + 3 < code_.tokens().size(); ++i)
    if (code_.is(i, "cudaGetDeviceCount") && code_.is(i + 2, "&") &&
        code_.is(token, code_.tokens()[i + 3].text))
      return true;
  return false;
}

void Slips::doubled_numbers() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i + 1 < f->close; ++i) {
      const std::string_view text = code_.tokens()[i].text;
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || value < 2 || value > 4096 ||
          must_be_constant(i))
        continue;
      const bool divides = code_.is(i - 1, "/") || code_.is(i - 1, "%");
      for (const int other : {value * 2, value / 2})
        if ((other * 2 == value || other == value * 2) && !(divides && other < 2))
          put(*f, {i, i + 1}, std::to_string(other), {i, i + 1}, std::to_string(other),
              "code.other-number");
    }
  }
}

void Slips::constants_for_numbers() {
  constexpr int least = 4, most_places = 4;
  for (const Function* f : functions_) {
    std::map<std::string, std::vector<std::size_t>> places;
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      const std::string_view text = code_.tokens()[i].text;
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc() && end == text.data() + text.size() && value >= least &&
          !must_be_constant(i) && !is_of_launch(*f, i))
        places[std::string(text)].push_back(i);
    }
    for (const auto& [number, at] : places) {
      if (at.size() < 2 || at.size() > most_places) continue;
      for (const std::string& constant : constants_in(*f)) {
        std::vector<Remedy> remedies;
        std::vector<Insertion> insertions;
        for (const std::size_t i : at) {
          for (Insertion& each : around({i, i + 1}, "(" + asks() + " ? " + constant + " : ", ")"))
            insertions.push_back(std::move(each));
          remedies.push_back({"expression.instead", "", code_.line(i), constant, number,
                              remedies.empty() ? because("code.number-for-constant") : Cause{}});
        }
        propose_together(std::move(remedies), std::move(insertions));
      }
    }
  }
}

void Slips::variables_for_threads() {
  for (const Function* f : functions_) {
    for (const Range& condition : conditions(*f)) {
      for (std::size_t i = condition.begin; i + 3 <= condition.end; ++i) {
        if (!code_.is(i, "threadIdx") || !code_.is(i + 1, ".")) continue;
        for (const Declared& v : list_variables(*f)) {
          const bool visible = v.token != none && sees(*f, i, v.token);
          if (visible && is_whole_number(without_const(v.type)) && !pairs_with_itself(i, v.name) &&
              !code_.is(i - 2, v.name))
            put(*f, {i, i + 3}, v.name, {i, i + 3}, v.name, "code.other-variable");
        }
      }
    }
  }
}

void Slips::other_signs() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 2; i + 2 < f->close; ++i) {
      const bool plus = code_.is(i, "+"), minus = code_.is(i, "-");
      const Kind before_it = code_.tokens()[i - 1].kind;
      const bool binary = before_it == Kind::identifier || before_it == Kind::number ||
                          code_.is(i - 1, ")") || code_.is(i - 1, "]");
      if ((!plus && !minus) || !binary || code_.is(i - 1, "return")) continue;
      const Range right = right_operand(i);
      const bool cast = right.end > right.begin && is_cast(code_.tokens()[right.begin].text);
      if (right.end <= right.begin || cast || code_.line(right.end - 1) != code_.line(i) ||
          must_be_constant(i))
        continue;
      const std::string operand = code_.spelled(right.begin, right.end);
      put(*f, {i, i + 1}, plus ? "-" : "+", right, "-(" + operand + ")", "code.sign");
    }
  }
}

}  // namespace warpgrade::remedy
