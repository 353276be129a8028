#include "remedy/edits/terms.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// Sums of whole numbers.
std::vector<Terms::Sum> Terms::list_sums(const Function& f) const {
  std::vector<Sum> all;
  for (std::size_t i = f.open + 1; i < f.close; ++i) {
    if (!code_.is(i, "+") || precedence(i) == 0) continue;
    Range first = left_of(i);
    // Of `a + b + c` the sums are `a + b` and `b + c`.
    for (std::size_t at = i; at-- > first.begin;) {
      if (code_.is(at, ")") || code_.is(at, "]")) at = code_.partner(at);
      if (at > first.begin && precedence(at) == precedence(i)) {
        first.begin = at + 1;
        break;
      }
    }
    if (is_whole(f, first) && is_whole(f, right_of(i))) all.push_back({first, right_of(i)});
  }
  return all;
}

/// Indices, sizes and limits: whole subscripts, arguments, initial values, stored values, sides of
/// comparisons, and what is multiplied in a subscript.
std::vector<Range> Terms::list_places(const Function& f) const {
  std::vector<Range> all;
  const auto add = [&](Range r) {
    const bool number = r.end == r.begin + 1 && code_.tokens()[r.begin].kind == Kind::number;
    const bool known = std::any_of(all.begin(), all.end(), [&](const Range& each) {
      return each.begin == r.begin && each.end == r.end;
    });
    if (!number && !known && !code_.is(r.begin, "&") && is_tried(r.begin) &&
        !must_be_constant(r.begin) && is_whole(f, r))
      all.push_back(r);
  };
  for (std::size_t i = f.open + 1; i < f.close; ++i) {
    const int binds = precedence(i);
    if (code_.is(i, "[")) add({i + 1, code_.partner(i)});
    const bool call = code_.tokens()[i - 1].kind == Kind::identifier && !code_.is(i - 1, "if") &&
                      !code_.is(i - 1, "while") && !code_.is(i - 1, "for") &&
                      !code_.is(i - 1, "sizeof");
    if (code_.is(i, "(") && call)
      for (const Range& each : arguments(i)) add(each);
    if (code_.is(i, "=") && !counts(f, i - 1)) add(right_of(i));
    if ((binds == 6 || binds == 7) && !code_.is(right_of(i).begin, "0")) {
      add(left_of(i));
      add(right_of(i));
    }
    if (binds == 10 && code_.is(i, "*")) {
      const Range left = left_of(i);
      if (left.end == left.begin + 1) add(left);
    }
  }
  return all;
}

void Terms::add(const Function& f, Range place, Range term, bool in_front) {
  const std::string what = text(term), old = text(place);
  if (!sees_all(f, place.begin, term) || old.find(what) != old.npos) return;
  replace(place, in_front ? what + " + " + old : old + " + " + what,
          because("code.term-missing", {{"term", what}}));
}

/// `k`, `k + 1` or `k - 1`.
bool Terms::is_simple(Range place) const {
  return code_.tokens()[place.begin].kind == Kind::identifier &&
         (place.end == place.begin + 1 ||
          (place.end == place.begin + 3 && code_.is(place.end - 1, "1")));
}

/// Whether the function adds the variable to different terms.
bool Terms::is_offset(Range term, const std::vector<Sum>& sums) const {
  std::set<std::string> others;
  for (const Sum& sum : sums)
    if (text(sum.first) == text(term)) others.insert(text(sum.second));
  return term.end == term.begin + 1 && others.size() > 1;
}

void Terms::as_elsewhere() {
  for (const Function* f : functions_) {
    const std::vector<Sum> sums = list_sums(*f);
    for (const Range& place : list_places(*f)) {
      for (const Sum& sum : sums) {
        // `k`, or the first or last term of `k + 1`
        const auto matches = [&](Range term) {
          const std::size_t size = term.end - term.begin;
          const Range start = {place.begin, std::min(place.begin + size, place.end)},
                      end = {place.end - (start.end - start.begin), place.end};
          return text(start) == text(term) || text(end) == text(term);
        };
        if (matches(sum.second)) add(*f, place, sum.first, true);
        if (matches(sum.first)) add(*f, place, sum.second, false);
        if (is_simple(place) && is_offset(sum.first, sums)) add(*f, place, sum.first, true);
      }
    }
  }
}

void Terms::as_beside() {
  for (const Function* f : functions_) {
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other) continue;
      for (std::size_t i = s.begin; i + 2 < s.end; ++i) {
        // `p + 1` in a subscript
        if (!code_.is(i - 1, "[") || !code_.is(i + 1, "+") || !code_.is(i + 3, "]") ||
            code_.tokens()[i].kind != Kind::identifier ||
            code_.tokens()[i + 2].kind != Kind::number)
          continue;
        const std::string sum = text({i, i + 3});
        for (std::size_t at = s.begin; at < s.end; ++at) {
          const bool in_brackets = code_.is(at - 1, "(") && code_.is(at + 1, ")");
          if (at != i && code_.is(at, code_.tokens()[i].text) && !code_.is(at + 1, "+") &&
              !code_.is(at + 1, "-") && !code_.is(at + 1, "=") && is_tried(at))
            replace({at, at + 1}, in_brackets ? sum : "(" + sum + ")",
                    because("code.other-than-beside", {{"beside", sum}}));
        }
      }
    }
  }
}

void Terms::of_blocks() {
  std::vector<std::string> factors;  // of `blockIdx.x`, in the file
  for (std::size_t i = 0; i + 5 < code_.tokens().size(); ++i)
    if (code_.is(i, "blockIdx") && code_.is(i + 3, "*")) {
      const Range by = right_of(i + 3);
      const bool known = std::find(factors.begin(), factors.end(), text(by)) != factors.end();
      if (by.end == by.begin + 1 && is_constant(by.begin) && !known) factors.push_back(text(by));
    }
  for (const Function* f : functions_) {
    if (!f->on_device) continue;
    std::map<std::string, std::string> axes = {{"threadIdx.x", "x"}, {"threadIdx.y", "y"}};
    for (std::size_t i = f->open + 2; i + 4 < f->close; ++i)  // int tid = threadIdx.x;
      if (code_.is(i, "=") && code_.is(i + 1, "threadIdx") && !code_.is(i + 4, "+"))
        axes.emplace(code_.tokens()[i - 1].text, code_.tokens()[i + 3].text);
    for (std::size_t i = f->open + 2; i < f->close; ++i) {
      if (!code_.is(i, "=") || holds(i, right_of(i).end, "blockIdx")) continue;
      for (std::size_t at = i + 1; at < right_of(i).end; ++at) {
        const Range thread = {at, code_.is(at, "threadIdx") ? at + 3 : at + 1};
        const auto axis = axes.find(text(thread));
        if (axis == axes.end() || code_.is(thread.end, "%") || code_.is(thread.end, "/")) continue;
        const auto begin_at = [&](const std::string& by) {
          const std::string term = "blockIdx." + axis->second + " * " + by;
          replace(thread, term + " + " + text(thread),
                  because("code.term-missing", {{"term", term}}));
        };
        begin_at("blockDim." + axis->second);
        for (const std::string& factor : factors) begin_at(factor);
      }
    }
  }
}

/// Whether the head of a `for` declares the variable.
bool Terms::is_counter(const Function& f, std::size_t declared) const {
  return std::any_of(f.statements.begin(), f.statements.end(), [&](std::size_t s) {
    const std::size_t begin = code_.statements()[s].begin;
    return code_.is(begin, "for") && begin < declared && declared < code_.partner(begin + 1);
  });
}

/// Variables that a loop around the place counts, or that the function computes from threadIdx, and
/// that the place does not use.
void Terms::counters() {
  for (const Function* f : functions_) {
    if (!f->on_device) continue;
    const auto all = declarations(*f);
    for (const Range& place : list_places(*f)) {
      if (code_.is(place.begin - 1, "=") || code_.is(place.end, "*")) continue;
      for (const Declared& v : all) {
        if (v.token == none || !is_whole_number(v.type) || !sees(*f, place.begin, v.token) ||
            holds(place.begin, place.end, v.name))
          continue;
        const bool of_thread = holds(v.token, right_of(v.token + 1).end, "threadIdx");
        if (of_thread || is_counter(*f, v.token))
          replace(place, text(place) + " + " + v.name,
                  because("code.term-missing", {{"term", v.name}}));
      }
    }
  }
}

void Terms::any() {
  for (const Function* f : functions_) {
    const std::vector<Sum> sums = list_sums(*f);
    for (const Range& place : list_places(*f)) {
      if (!is_simple(place)) continue;
      for (const Sum& sum : sums) {
        const bool one = sum.first.end == sum.first.begin + 1;
        if (one && code_.tokens()[sum.first.begin].kind == Kind::identifier)
          add(*f, place, sum.first, true);
      }
    }
  }
}

void Terms::ones() {
  for (const Function* f : functions_) {
    for (const Range& place : list_places(*f)) {
      const std::string old = text(place);
      for (const char* one : {" + 1", " - 1"})
        if (!code_.is(place.end - 1, "1")) replace(place, old + one, because("code.off-by-one"));
    }
  }
}

void Terms::rests() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 3; i < f->close; ++i) {
      // int half = (n - 2) / 2;
      if (!code_.is(i, "/") || precedence(i) == 0 || !is_whole(*f, around_operator(i)) ||
          !code_.is(left_of(i).begin - 1, "=") || !code_.is(right_of(i).end, ";"))
        continue;
      Range all = left_of(i);
      const std::string part(code_.tokens()[all.begin - 2].text);
      if (code_.is(all.begin, "(") && code_.partner(all.begin) + 1 == all.end)
        all = {all.begin + 1, all.end - 1};
      for (const Range& place : list_places(*f))
        if (text(place) == part && sees(*f, place.begin, left_of(i).begin - 2))
          replace(place, text(all) + " - " + part,
                  because("code.rest-of-a-division", {{"all", text(all)}}));
    }
  }
}

void Terms::fewer() {
  for (const Function* f : functions_)
    for (const Sum& sum : list_sums(*f)) {
      const Range both = {sum.first.begin, sum.second.end};
      if (!is_tried(both.begin) || must_be_constant(both.begin)) continue;
      for (const Range& kept : {sum.first, sum.second})
        if (code_.tokens()[kept.begin].kind != Kind::number)
          replace(both, text(kept),
                  because("code.term-needless",
                          {{"term", text(kept.begin == both.begin ? sum.second : sum.first)}}));
    }
}

}  // namespace warpgrade::remedy
