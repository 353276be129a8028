#include "remedy/kernel/mappings.h"

#include <cctype>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Behind a name, a member (`threadIdx.x`) or a number; the token itself for anything else.
std::size_t Mappings::end_of_operand(std::size_t token) const {
  const Kind kind = code_.tokens()[token].kind;
  if (kind == Kind::number) return token + 1;
  if (kind != Kind::identifier || code_.is(token, "return")) return token;
  return code_.is(token + 1, ".") ? token + 3 : token + 1;
}

/// Whether it stands for a number that is the same for all threads and in all rounds.
bool Mappings::is_size(const std::string& text) const {
  const bool number = std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  return number || is_macro(text) || code_.declares_constant(text) ||
         text.starts_with("blockDim.") || text == "warpSize";
}

std::optional<Mappings::Sum> Mappings::sum_at(std::size_t token) const {
  // What stands before and behind must bind less than the sum.
  if (!is_one_of(code_.tokens()[token - 1].text, {"(", "[", "=", ",", ";", "+", "<", "return"}))
    return std::nullopt;
  std::vector<std::string> operands;
  std::string signs;
  std::size_t at = token;
  while (operands.size() < 3) {
    const std::size_t end = end_of_operand(at);
    if (end == at) return std::nullopt;
    operands.push_back(code_.spelled(at, end));
    at = end;
    if (operands.size() == 3) break;
    if (!code_.is(at, "+") && !code_.is(at, "*")) return std::nullopt;
    signs += code_.tokens()[at++].text;
  }
  if (!is_one_of(code_.tokens()[at].text, {")", "]", ",", ";", "+", "-", "<", ">", ">=", "<="}) ||
      (signs != "+*" && signs != "*+"))
    return std::nullopt;
  Sum sum = {{token, at}, operands[signs == "+*" ? 0 : 2], "", ""};
  const std::string &one = operands[signs == "+*" ? 1 : 0], &two = operands[signs == "+*" ? 2 : 1];
  if (is_size(one) == is_size(two) || is_size(sum.unit)) return std::nullopt;
  sum.by = is_size(one) ? one : two;
  sum.stepped = is_size(one) ? two : one;
  return sum;
}

void Mappings::same_everywhere() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<Sum> all;
    for (std::size_t i = f.open + 1; i + 5 < f.close; ++i)
      if (auto sum = sum_at(i)) all.push_back(*std::move(sum));
    for (const Sum& sum : all) step_everywhere(f, sum);
    // The later one first: results are stored behind where their operands are read.
    for (const bool later : {true, false})
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j) {
          const bool turned = all[i].unit == all[j].stepped && all[i].stepped == all[j].unit;
          if (turned) replace(all, all[later ? j : i], all[later ? i : j]);
        }
  }
}

/// Replaces `unit + stepped`, wherever the function has it, by the sum.
void Mappings::step_everywhere(const Function& f, const Sum& sum) {
  const std::string text = code_.spelled(sum.range.begin, sum.range.end);
  std::vector<Piece> pieces;
  std::string wrong;
  for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
    const std::size_t plus = end_of_operand(i);
    if (plus == i || !code_.is(plus, "+")) continue;
    const std::size_t end = end_of_operand(plus + 1);
    const std::string one = code_.spelled(i, plus), two = code_.spelled(plus + 1, end);
    const bool alike =
        (one == sum.unit && two == sum.stepped) || (one == sum.stepped && two == sum.unit);
    if (!alike || code_.is(end, "*") || code_.is(end, "/") || code_.is(i - 1, "*")) continue;
    pieces.push_back({{i, end}, text});
    wrong = code_.spelled(i, end);
  }
  if (!pieces.empty())
    replace_all(
        std::move(pieces),
        because("code.other-mapping",
                {{"wrong", wrong}, {"right", text}, {"line", code_.line(sum.range.begin)}}));
}

/// All sums that are spelled like the wrong one.
void Mappings::replace(const std::vector<Sum>& all, const Sum& wrong, const Sum& right) {
  const auto spelled = [&](const Sum& sum) {
    return code_.spelled(sum.range.begin, sum.range.end);
  };
  std::vector<Piece> pieces;
  for (const Sum& each : all)
    if (spelled(each) == spelled(wrong)) pieces.push_back({each.range, spelled(right)});
  replace_all(std::move(pieces),
              because("code.other-mapping", {{"wrong", spelled(wrong)},
                                             {"right", spelled(right)},
                                             {"line", code_.line(right.range.begin)}}));
}

void Mappings::quotients_without_rest() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<std::size_t> quotients;
    for (std::size_t i = f.open + 2; i + 2 < f.close; ++i)
      if (code_.is(i, "/") && code_.is(i - 2, "=") && code_.is(i + 2, ";")) quotients.push_back(i);
    // i = t / (n * n), j = t / n % n, k = t % n
    for (const std::size_t q : quotients) {
      const std::string of(code_.tokens()[q - 1].text), by(code_.tokens()[q + 1].text);
      const bool several = std::any_of(quotients.begin(), quotients.end(), [&](std::size_t other) {
        return other != q && code_.is(other - 1, of);
      });
      bool rest = false;
      for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
        rest |= code_.is(i, "%") && code_.is(i - 1, of) && code_.is(i + 1, by);
      if (several && rest)
        instead({q - 1, q + 2}, of + " / " + by + " % " + by,
                because("code.quotient-without-rest", {{"of", of}, {"by", by}}));
    }
  }
}

}  // namespace warpgrade::remedy
