#include "remedy/edits/everywhere.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

void Everywhere::axes() {
  struct Use {
    std::size_t axis;  // its token
    bool of_thread;
  };
  for (const Function* f : functions_) {
    if (!f->on_device) continue;
    std::vector<Use> uses;
    for (std::size_t i = f->open + 1; i + 2 < f->close; ++i)
      for (const char* name : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
        if (code_.is(i, name) && code_.is(i + 1, "."))
          uses.push_back({i + 2, code_.is(i, "threadIdx")});
    for (const bool threads_alone : {false, true}) {
      for (const auto& [a, b] : {std::pair("x", "y"), std::pair("y", "z"), std::pair("x", "z")}) {
        std::vector<Piece> pieces;
        bool has_a = false, has_b = false;
        for (const Use& use : uses) {
          const bool is_a = code_.is(use.axis, a), is_b = code_.is(use.axis, b);
          if ((threads_alone && !use.of_thread) || (!is_a && !is_b)) continue;
          has_a |= is_a;
          has_b |= is_b;
          const Range whole = {use.axis - 2, use.axis + 1};
          pieces.push_back({whole, code_.spelled(whole.begin, use.axis) + (is_a ? b : a)});
        }
        if (has_a && has_b)
          replace_all(std::move(pieces), because("code.axes-everywhere", {{"one", a}, {"two", b}}));
      }
    }
  }
}

void Everywhere::one_axis() {
  for (const Function* f : functions_) {
    std::set<std::string> axes = {"x"};
    for (std::size_t i = f->open + 1; i + 2 < f->close; ++i)
      if (code_.is(i, "threadIdx")) axes.emplace(code_.tokens()[i + 2].text);
    for (std::size_t i = f->open + 1; f->on_device && i + 2 < f->close; ++i)
      for (const char* name : {"threadIdx", "blockIdx", "blockDim", "gridDim"})
        for (const std::string& axis : axes)
          if (code_.is(i, name) && !code_.is(i + 2, axis))
            replace({i, i + 3}, std::string(name) + "." + axis, because("code.other-axis"));
  }
}

void Everywhere::quotients() {
  for (const Function* f : functions_) {
    for (std::size_t q = f->open + 2; q < f->close; ++q) {
      if (!code_.is(q, "/")) continue;
      for (std::size_t r = f->open + 2; r < f->close; ++r) {
        if (!code_.is(r, "%") || !is_whole(*f, around_operator(q)) ||
            text(left_of(q)) != text(left_of(r)) || text(right_of(q)) != text(right_of(r)))
          continue;
        // n / t + (n % t != 0) rounds up.
        const std::size_t behind = around_operator(r).end;
        if (code_.is(behind, "!=") || code_.is(behind, ">")) continue;
        const std::string left = text(left_of(q)), right = text(right_of(q)),
                          rest = left + " % " + right, quotient = left + " / " + right;
        replace_all({{around_operator(q), rest}, {around_operator(r), quotient}},
                    because("code.quotient-and-rest", {{"old", quotient}, {"rest", rest}}));
        if (code_.line(q) != code_.line(r)) continue;
        std::vector<std::string> sizes = constants_in(*f);
        for (const Variable& v : f->parameters)
          if (is_whole_number(v.type)) sizes.push_back(v.name);
        for (const std::string& other : sizes)
          if (other != right && std::find(sizes.begin(), sizes.end(), right) != sizes.end())
            replace_all({{right_of(q), other}, {right_of(r), other}},
                        because("code.other-size", {{"was", right}, {"is", other}}));
      }
    }
  }
}

void Everywhere::sizes(std::initializer_list<std::string_view> operators) {
  for (const Function* f : functions_) {
    std::vector<std::string> sizes;
    for (const Variable& v : f->parameters)
      if (is_whole_number(v.type)) sizes.push_back(v.name);
    const std::vector<std::string> constants = constants_in(*f);
    for (const std::vector<std::string>& names : {sizes, constants})
      for (const std::string& now : names) {
        std::vector<std::size_t> places;
        for (std::size_t i = f->open + 1; i < f->close; ++i)
          if (code_.is(i, now) && !must_be_constant(i) &&
              std::find(operators.begin(), operators.end(), code_.tokens()[i - 1].text) !=
                  operators.end())
            places.push_back(i);
        if (places.size() < 2) continue;
        for (const std::string& other : names) {
          std::vector<Piece> pieces;
          for (const std::size_t i : places) pieces.push_back({{i, i + 1}, other});
          if (other != now)
            replace_all(std::move(pieces),
                        because("code.size-everywhere", {{"was", now}, {"is", other}}));
        }
      }
  }
}

}  // namespace warpgrade::remedy
