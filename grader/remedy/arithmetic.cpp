#include "remedy/arithmetic.h"

#include <array>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Arithmetic::in_the_number_type() {
  constexpr std::array<std::string_view, 8> in_float = {"sqrtf", "fabsf", "expf",   "logf",
                                                        "fmaxf", "fminf", "rsqrtf", "powf"};
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      const auto whole = [&](std::size_t t) {
        return code_.tokens()[t].kind == Kind::number &&
               code_.tokens()[t].text.find_first_of(".eEfF") == std::string_view::npos;
      };
      if (code_.is(i, "/") && whole(i - 1) && whole(i + 1))
        instead({i - 1, i + 2},
                "real(" + code_.spelled(i - 1, i) + ") / " + code_.spelled(i + 1, i + 2));
      for (const std::string_view name : in_float) {
        if (!code_.is(i, name) || !code_.is(i + 1, "(")) continue;
        const std::size_t end = code_.partner(i + 1) + 1;
        instead({i, end}, std::string(name.substr(0, name.size() - 1)) + code_.spelled(i + 1, end));
      }
    }
  }
}

void Arithmetic::number_of_the_warp() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open; i + 13 < f.close; ++i) {
      const std::string sum = code_.spelled(i, i + 11);
      if (sum != "blockIdx.x * blockDim.x + threadIdx.x" || !code_.is(i + 11, "/")) continue;
      instead({i, i + 13}, "(" + sum + ") / " + code_.spelled(i + 12, i + 13));
    }
  }
}

void Arithmetic::counts_of_a_block() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::string name;
    for (std::size_t i = f.open + 1; i + 5 < f.close; ++i) {
      if (code_.spelled(i, i + 3) != "blockDim.x") continue;
      if (code_.is(i - 1, "=") && code_.is(i + 3, "/") && code_.is(i + 5, ";"))
        name = code_.tokens()[i - 2].text;
      else if (!name.empty() && code_.is(i - 1, "*"))
        instead({i, i + 3}, name);
    }
  }
}

}  // namespace warpgrade::remedy
