#include "remedy/edits/elsewhere.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Elsewhere::subscripts() { put_subscripts(true); }
void Elsewhere::any_subscripts() { put_subscripts(false); }

void Elsewhere::put_subscripts(bool near) {
  struct Subscript {
    std::size_t open;
    std::string array;
    std::size_t statement;
  };
  for (const Function* f : functions_) {
    const auto declared = declarations(*f);
    std::vector<Subscript> all;
    for (std::size_t i = f->open + 2; i < f->close; ++i) {
      if (!code_.is(i, "[") || code_.tokens()[i - 1].kind != Kind::identifier) continue;
      const bool declares = std::any_of(declared.begin(), declared.end(),
                                        [&](const Declared& v) { return v.token == i - 1; });
      std::size_t inside = none;
      for (const std::size_t s : f->statements)
        if (code_.statements()[s].begin <= i && i < code_.statements()[s].end) inside = s;
      if (!declares) all.push_back({i, std::string(code_.tokens()[i - 1].text), inside});
    }
    for (const Subscript& at : all) {
      const Range place = {at.open + 1, code_.partner(at.open)};
      if (!is_whole(*f, place) || !is_tried(place.begin)) continue;
      std::vector<Range> others;
      if (near)  // what the tests around it compare
        for (std::size_t s = at.statement; s != none; s = code_.statements()[s].parent)
          if (code_.statements()[s].kind == Statement::Kind::branch &&
              code_.is(code_.statements()[s].begin + 1, "("))
            for (std::size_t i = code_.statements()[s].begin + 2;
                 i < code_.partner(code_.statements()[s].begin + 1); ++i)
              if (precedence(i) == 7) others.push_back(left_of(i));
      for (const Subscript& other : all)
        if (!near || other.statement == at.statement || other.array == at.array)
          others.push_back({other.open + 1, code_.partner(other.open)});
      for (const Range& other : others)
        if (text(other) != text(place) && is_whole(*f, other) && sees_all(*f, place.begin, other))
          replace(place, text(other), because("code.other-subscript", {{"array", at.array}}));
    }
  }
}

/// Whether one can be given in place of the other: both whole numbers, or variables of one type.
bool Elsewhere::compatible(const Function& f, Range a, Range b) const {
  if (is_whole(f, a) && is_whole(f, b)) return true;
  std::vector<std::string> types;
  for (const Range& each : {a, b})
    for (const Declared& v : declarations(f))
      if (each.end == each.begin + 1 && code_.is(each.begin, v.name)) {
        types.push_back(v.type);
        break;
      }
  return types.size() == 2 && types[0] == types[1];
}

void Elsewhere::arguments_of_calls() {
  for (const Function* f : functions_)
    for (std::size_t i = f->open + 2; i < f->close; ++i) {
      if (!code_.is(i, "(") ||
          (code_.tokens()[i - 1].kind != Kind::identifier && !code_.is(i - 1, ">")) ||
          code_.tokens()[i - 1].text.ends_with("swap") || !is_tried(i))
        continue;
      const auto given = arguments(i);
      for (std::size_t a = 0; a + 1 < given.size(); ++a) {
        const Range one = given[a], two = given[a + 1];
        if (text(one) != text(two) && code_.line(one.begin) == code_.line(two.end - 1) &&
            compatible(*f, one, two))
          replace_all({{one, text(two)}, {two, text(one)}},
                      because("code.arguments-swapped", {{"one", text(one)}, {"two", text(two)}}));
      }
    }
}

/// The type of an array's elements, "const real"; empty for other types.
std::string Elsewhere::element(const std::string& type) const {
  const std::string shared = "__shared__ ";
  const std::size_t begin = type.starts_with(shared) ? shared.size() : 0, sizes = type.find('['),
                    end = sizes == type.npos ? type.rfind('*') : sizes;
  return end == type.npos ? "" : type.substr(begin, end - begin);
}

void Elsewhere::arrays() {
  for (const Function* f : functions_) {
    const auto declared = declarations(*f);
    for (std::size_t i = f->open + 2; i + 1 < f->close; ++i) {
      if (code_.tokens()[i].kind != Kind::identifier || code_.is(i - 1, ".") || !is_tried(i))
        continue;
      const auto now = std::find_if(declared.begin(), declared.end(),
                                    [&](const Declared& v) { return code_.is(i, v.name); });
      if (now == declared.end() || now->type.find_first_of("*[") == now->type.npos ||
          (code_.tokens()[i - 1].kind == Kind::identifier && !code_.is(i - 1, "return")) ||
          std::any_of(declared.begin(), declared.end(),
                      [&](const Declared& v) { return v.token == i; }) ||
          (is_written(i) && !code_.is(i - 1, "&")))
        continue;
      // What is only read may come from an array that is written.
      std::size_t behind = i + 1;
      while (code_.is(behind, "[")) behind = code_.partner(behind) + 1;
      const bool reads =
          behind > i + 1 && !is_assignment(code_.tokens()[behind].text) && !code_.is(i - 1, "&");
      const bool rows = now->type.find("][") != now->type.npos;
      for (const Declared& other : declared) {
        const bool same =
            rows || other.type.find("][") != other.type.npos
                ? other.type == now->type
                : (!element(other.type).empty() && element(other.type) == element(now->type)) ||
                      (reads && element(other.type) == without_const(element(now->type)));
        if (other.name == now->name || !same ||
            (other.token != none && !sees(*f, i, other.token)) || pairs_with_itself(i, other.name))
          continue;
        replace({i, i + 1}, other.name, because("code.other-variable"));
      }
    }
  }
}

void Elsewhere::objects() {
  for (const Function* f : functions_) {
    struct Member {
      std::size_t object;
      std::string name;
    };
    std::vector<Member> all;
    for (std::size_t i = f->open + 1; i + 2 < f->close; ++i)
      if (code_.tokens()[i].kind == Kind::identifier && code_.is(i + 1, ".") &&
          !code_.is(i + 3, "(") && !code_.is(i - 1, ".") &&
          !code_.tokens()[i].text.ends_with("Idx") && !code_.tokens()[i].text.ends_with("Dim"))
        all.push_back({i, std::string(code_.tokens()[i + 2].text)});
    // Those of one type have a member in common.
    const auto alike = [&](const Member& a, const std::string& other) {
      return std::any_of(all.begin(), all.end(), [&](const Member& x) {
        return code_.is(x.object, code_.tokens()[a.object].text) &&
               std::any_of(all.begin(), all.end(), [&](const Member& y) {
                 return code_.is(y.object, other) && x.name == y.name;
               });
      });
    };
    for (const Member& here : all)
      for (const Member& there : all) {
        const std::string other(code_.tokens()[there.object].text);
        if (!code_.is(here.object, other) && is_tried(here.object) && alike(here, other) &&
            sees_all(*f, here.object, {there.object, there.object + 1}))
          replace({here.object, here.object + 3}, other + "." + here.name,
                  because("code.other-variable"));
      }
  }
}

}  // namespace warpgrade::remedy
