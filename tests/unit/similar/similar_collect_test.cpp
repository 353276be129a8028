#include "similar/collect.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using similar::HandIn;

namespace {

HandIn hand_in(const std::string& id, int attempt, const std::string& origin = "") {
  HandIn one;
  one.student.id = id;
  one.attempt = attempt;
  one.origin = origin;
  return one;
}

}  // namespace

TEST_CASE("each person's last attempt of each year is kept") {
  std::vector<HandIn> all = {hand_in("ada", 1),         hand_in("ada", 3),
                             hand_in("ada", 2),         hand_in("bob", 1),
                             hand_in("ada", 1, "2025"), hand_in("ada", 2, "2025")};
  similar::keep_last_attempts(all);
  REQUIRE(all.size() == 3);
  CHECK(all[0].attempt == 3);
  CHECK(all[1].student.id == "bob");
  CHECK(all[2].origin == "2025");
  CHECK(all[2].attempt == 2);
}
