#include "remedy/edits/operators.h"

#include <map>

namespace warpgrade::remedy {

void Operators::bits_before_comparisons() {
  const auto is_of_bits = [&](std::size_t token) {
    const int binds = precedence(token);
    return 3 <= binds && binds <= 5;
  };
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      if (const int binds = precedence(i); binds != 6 && binds != 7) continue;
      const Range left = left_of(i), right = right_of(i);
      const std::string comparison = text(around_operator(i)), compares = text({i, i + 1});
      const auto put = [&](Range whole, const std::string& meant, std::size_t bits,
                           const std::string& read) {
        replace(
            whole, meant,
            because("code.compares-first",
                    {{"compares", compares}, {"bits", text({bits, bits + 1})}, {"read", read}}));
      };
      if (const std::size_t bits = left.begin - 1; is_of_bits(bits)) {
        const Range first = left_of(bits);
        put({first.begin, right.end},
            "(" + text({first.begin, left.end}) + ") " + compares + " " + text(right), bits,
            text({first.begin, bits + 1}) + " (" + comparison + ")");
      }
      if (const std::size_t bits = right.end; is_of_bits(bits)) {
        const Range second = right_of(bits);
        put({left.begin, second.end},
            text(left) + " " + compares + " (" + text({right.begin, second.end}) + ")", bits,
            "(" + comparison + ") " + text({bits, second.end}));
      }
    }
  }
}

void Operators::comparisons() {
  static const std::map<std::string_view, std::vector<std::string>> others = {
      {"<", {">=", ">"}},  {"<=", {">", ">="}}, {">", {"<=", "<"}},
      {">=", {"<", "<="}}, {"==", {"!="}},      {"!=", {"=="}}};
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      const int binds = precedence(i);
      if ((binds != 6 && binds != 7) || counts(*f, i - 1) || must_be_constant(i)) continue;
      for (const std::string& other : others.at(code_.tokens()[i].text))
        replace(around_operator(i), text(left_of(i)) + " " + other + " " + text(right_of(i)),
                because("code.other-operator"));
    }
  }
}

void Operators::divisions() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      const bool divides = code_.is(i, "/");
      if ((!divides && !code_.is(i, "%")) || must_be_constant(i) ||
          !is_whole(*f, around_operator(i)))
        continue;
      replace(around_operator(i), text(left_of(i)) + (divides ? " % " : " / ") + text(right_of(i)),
              because("code.other-operator"));
    }
  }
}

void Operators::operands() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      if ((!code_.is(i, "-") && !code_.is(i, "/")) || precedence(i) == 0 || must_be_constant(i))
        continue;
      const Range left = left_of(i), right = right_of(i);
      // `n - 1` and `n / 2` are as they should be.
      if (code_.tokens()[right.begin].kind == Token::Kind::number) continue;
      replace(around_operator(i),
              operand(right) + " " + std::string(code_.tokens()[i].text) + " " + operand(left),
              because("code.operands-exchanged"));
    }
  }
}

void Operators::products() {
  for (const Function* f : functions_) {
    for (std::size_t i = f->open + 1; i < f->close; ++i) {
      const bool times = code_.is(i, "*");
      if ((!times && !code_.is(i, "+")) || precedence(i) == 0 || must_be_constant(i) ||
          code_.is(left_of(i).begin, "1") || code_.is(right_of(i).begin, "1") ||
          !is_whole(*f, around_operator(i)))
        continue;
      const std::string left = times ? text(left_of(i)) : operand(left_of(i)),
                        right = times ? text(right_of(i)) : operand(right_of(i));
      replace(around_operator(i), left + (times ? " + " : " * ") + right,
              because("code.other-operator"));
    }
  }
}

void Operators::assignments() {
  static const std::map<std::string_view, std::vector<std::string>> others = {{"=", {"+=", "-="}},
                                                                              {"+=", {"=", "-="}},
                                                                              {"-=", {"+=", "="}},
                                                                              {"*=", {"/="}},
                                                                              {"/=", {"*="}}};
  for (const Function* f : functions_) {
    const auto declared = declarations(*f);
    for (const Range& head : conditions(*f)) {  // the step of a `for`
      std::size_t step = head.end;
      while (step > head.begin && !code_.is(step - 1, ";")) --step;
      const auto found = others.find(code_.tokens()[step + 1].text);
      if (!code_.is(head.begin - 2, "for") || step + 2 >= head.end || found == others.end())
        continue;
      for (const std::string& other : found->second)
        replace({step, head.end},
                text({step, step + 1}) + " " + other + " " + text({step + 2, head.end}),
                because("code.other-operator"));
    }
    for (const std::size_t index : f->statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !code_.is(s.end - 1, ";") || !is_tried(s.begin))
        continue;
      std::size_t op = s.begin;
      while (op < s.end && !is_assignment(code_.tokens()[op].text))
        op = code_.is(op, "[") || code_.is(op, "(") ? code_.partner(op) + 1 : op + 1;
      const auto found = op < s.end ? others.find(code_.tokens()[op].text) : others.end();
      const bool declares = std::any_of(declared.begin(), declared.end(), [&](const Declared& v) {
        return v.token != none && s.begin <= v.token && v.token < s.end;
      });
      if (found == others.end() || declares) continue;
      const std::string left = code_.spelled(s.begin, op);
      for (const std::string& other : found->second) {
        // A pointer is not added to.
        if (code_.is(op, "=") && is_pointer(*f, {s.begin, op})) continue;
        const std::string code = left + " " + other + spelled_behind(op, s.end);
        propose("statement.instead", code_.line(s.begin), code,
                {{before(s.begin), "if (" + asks() + ") { " + code + " } else "}},
                code_.spelled(s.begin, s.end), because("code.other-operator"));
      }
    }
  }
}

}  // namespace warpgrade::remedy
