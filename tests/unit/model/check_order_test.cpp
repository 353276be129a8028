#include "model/check_order.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

Case sized(long long n, bool hidden = false) {
  Case c;
  c.name = (hidden ? "hidden-" : "") + std::to_string(n);
  c.sizes = {{"n", n}};
  c.hidden = hidden;
  return c;
}

std::vector<std::string> checked_order(const std::vector<Case>& cases) {
  std::vector<CheckCandidate> candidates;
  for (std::size_t i = 0; i < cases.size(); ++i)
    candidates.push_back({i, static_cast<double>(cases[i].sizes.at("n"))});
  std::vector<std::string> names;
  for (const CheckCandidate& each : in_order_of_check(cases, std::move(candidates)))
    names.push_back(cases[each.index].name);
  return names;
}

}  // namespace

TEST_CASE("the check begins with uneven sizes in the middle and ends with the smallest") {
  CHECK(checked_order({sized(0), sized(1), sized(16), sized(33), sized(64), sized(65), sized(129),
                       sized(1024)}) ==
        std::vector<std::string>{"65", "129", "33", "1024", "16", "64", "1", "0"});
}

TEST_CASE("a larger case follows the first one, too large for memory kept from it") {
  CHECK(checked_order({sized(31), sized(255), sized(7679)}) ==
        std::vector<std::string>{"255", "7679", "31"});
  CHECK(checked_order({sized(31), sized(7679)}) == std::vector<std::string>{"31", "7679"});
}

TEST_CASE("hidden cases are checked last, whatever their sizes") {
  CHECK(checked_order({sized(65, true), sized(1), sized(64), sized(33), sized(66, true)}) ==
        std::vector<std::string>{"33", "64", "1", "hidden-65", "hidden-66"});
}

TEST_CASE("an order for the check of one case, or of none") {
  CHECK(checked_order({sized(1)}) == std::vector<std::string>{"1"});
  CHECK(checked_order({}).empty());
}
