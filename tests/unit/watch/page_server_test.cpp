#include "watch/page_server.h"

#include "tests/unit/catch.h"

using namespace warpgrade::watch;

TEST_CASE("two page servers have different URLs") {
  const PageServer one(0), other(0);
  CHECK(one.url() != other.url());
  CHECK(one.url().substr(one.url().find('/', 7)) != other.url().substr(other.url().find('/', 7)));
}
