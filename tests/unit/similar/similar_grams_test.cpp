#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "similar/grams.h"
#include "tests/unit/catch.h"

using namespace warpgrade::similar;

namespace {

const auto all = [](Gram) { return true; };

Tokens random_tokens(std::mt19937& random, std::size_t n) {
  Tokens tokens(n);
  for (Token& token : tokens) {
    const std::uint32_t code = 1 + random() % 6;
    token.code = random() % 2 == 0 ? code : code | Token::name_bit;
  }
  return tokens;
}

}  // namespace

TEST_CASE("Grams do not cross gaps or the end") {
  Tokens tokens(10);
  for (Token& token : tokens) token.code = 7;
  tokens[5].code = 0;
  const std::vector<Gram> grams = make_grams(tokens, 3);
  for (const std::size_t some : {0u, 1u, 2u, 6u, 7u}) CHECK(grams[some] != 0);
  for (const std::size_t none : {3u, 4u, 5u, 8u, 9u}) CHECK(grams[none] == 0);
}

TEST_CASE("Names are compared by their previous occurrence within the gram") {
  const auto name = [](std::uint32_t n) { return Token{n | Token::name_bit, 1, 0}; };
  const Token plus{9, 1, 0};
  const Tokens a = {name(1), plus, name(1), plus, name(2)};
  const Tokens b = {name(5), plus, name(5), plus, name(6)};
  const Tokens c = {name(5), plus, name(6), plus, name(5)};
  CHECK(make_grams(a, 5)[0] == make_grams(b, 5)[0]);
  CHECK(make_grams(a, 5)[0] != make_grams(c, 5)[0]);
  // What stood before the gram began is no matter.
  const Tokens d = {name(7), plus, name(2), plus, name(3)};
  CHECK(make_grams(a, 3)[2] == make_grams(d, 3)[2]);
}

TEST_CASE("window + k - 1 equal tokens have a common fingerprint") {
  std::mt19937 random(1);
  for (int run = 0; run < 2000; ++run) {
    const std::size_t k = 2 + random() % 8, window = 1 + random() % 10, t = k + window - 1;
    Tokens a = random_tokens(random, 60), b = random_tokens(random, 60);
    const std::size_t from = random() % (60 - t), to = random() % (60 - t);
    std::copy_n(a.begin() + static_cast<std::ptrdiff_t>(from), t,
                b.begin() + static_cast<std::ptrdiff_t>(to));
    const std::vector<Gram> x = winnow(make_grams(a, k), window, all);
    const std::vector<Gram> y = winnow(make_grams(b, k), window, all);
    std::vector<Gram> both;
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(both));
    REQUIRE_FALSE(both.empty());
  }
}

TEST_CASE("Winnowing selects few: about two of window + 1 grams") {
  std::mt19937_64 random(1);
  std::vector<Gram> grams(20000);
  for (Gram& gram : grams) gram = random() | 1;
  const double density = static_cast<double>(winnow(grams, 9, all).size()) / 20000;
  CHECK(density == Approx(2.0 / 10).epsilon(0.05));
}

TEST_CASE("Grams that do not count are never selected and hide no others") {
  const std::vector<Gram> grams = {5, 1, 7, 1, 9};
  const auto not_one = [](Gram gram) { return gram != 1; };
  CHECK(winnow(grams, 3, all) == std::vector<Gram>{1});
  CHECK(winnow(grams, 3, not_one) == std::vector<Gram>{5, 7});
  CHECK(winnow(grams, 1, [](Gram) { return false; }).empty());
}
