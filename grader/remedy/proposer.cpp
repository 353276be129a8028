#include "remedy/proposer.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

void ProposalList::add(Remedy remedy, std::vector<Insertion> insertions) {
  const std::string key =
      remedy.id + std::to_string(remedy.line) + remedy.code + "|" + remedy.old_code;
  if (proposals_.size() >= most || !seen_.insert(key).second) return;
  remedy.file = file_;
  proposals_.push_back({next_, std::move(remedy), std::move(insertions)});
  ++next_;
}

void Proposer::put_after(const std::string& id, std::size_t s, const std::string& what) {
  const std::size_t last = code_.statements()[s].end - 1;
  propose(id, code_.line(last), what, {{after(last), " if (" + asks() + ") { " + what + " }"}});
}

std::vector<Insertion> Proposer::around(Range expression, const std::string& before_it,
                                        const std::string& behind) const {
  const std::size_t begin = before(expression.begin), end = after(expression.end - 1);
  return {{begin, before_it, end}, {end, behind, begin}};
}

void Proposer::instead(Range expression, const std::string& code) {
  propose("expression.instead", code_.line(expression.begin), code,
          around(expression, "(" + asks() + " ? (" + code + ") : (", "))"),
          code_.spelled(expression.begin, expression.end));
}

bool Proposer::holds(std::size_t begin, std::size_t end, std::string_view what) const {
  for (std::size_t i = begin; i < end; ++i)
    if (code_.is(i, what)) return true;
  return false;
}

Range Proposer::operand(std::size_t slash, bool left) const {
  if (left) {
    std::size_t begin = slash - 1;
    if (code_.is(begin, ")") || code_.is(begin, "]")) begin = code_.partner(begin);
    while (begin > 0 && (code_.is(begin, "(") || code_.is(begin, "[")) &&
           code_.tokens()[begin - 1].kind == Kind::identifier)
      --begin;
    return {begin, slash};
  }
  std::size_t end = slash + 2;
  if (code_.is(slash + 1, "(")) end = code_.partner(slash + 1) + 1;
  while (code_.is(end, ".") || code_.is(end, "(") || code_.is(end, "["))
    end = code_.is(end, ".") ? end + 2 : code_.partner(end) + 1;
  return {slash + 1, end};
}

std::vector<Range> Proposer::arguments(std::size_t open) const {
  std::vector<Range> list;
  std::size_t begin = open + 1;
  for (std::size_t i = open + 1; i <= code_.partner(open); ++i) {
    if (code_.is(i, "(") || code_.is(i, "[") || code_.is(i, "{")) {
      i = code_.partner(i);
      continue;
    }
    if (code_.is(i, ",") || i == code_.partner(open)) {
      if (i > begin) list.push_back({begin, i});
      begin = i + 1;
    }
  }
  return list;
}

}  // namespace warpgrade::remedy
