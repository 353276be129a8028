// When the word of the check is not taken.
#include "judge/check_trust.h"

#include <cstring>

#include "tests/catch.h"
#include "toolchain/meddling.h"

using namespace warpgrade;

namespace {

/// An output of 8 words, of which `changed` are other than before.
struct Call {
  CallImage image;
  CallOutcome outcome;
  CheckReport report;

  explicit Call(std::size_t changed, std::uint64_t stored) {
    Region region;
    region.name = "C";
    region.array = 64;
    region.array_bytes = 32;
    image.regions.push_back(region);
    image.bytes.assign(160, std::byte{1});
    outcome.returned = image.bytes;
    for (std::size_t i = 0; i < changed; ++i) outcome.returned[64 + 4 * i] = std::byte{2};
    report.ended = true;
    report.arrays.push_back({"C", stored});
  }
  std::string doubt() const { return words_of(reason_to_doubt(report, image, outcome)); }
};

}  // namespace

TEST_CASE("more words changed than the check saw stored: its word is not taken") {
  CHECK(Call(8, 8).doubt().empty());
  CHECK(Call(5, 8).doubt().empty());  // some had that value before
  CHECK(Call(0, 0).doubt().empty());
  CHECK(Call(8, 7).doubt().find("8 words of C changed and the check saw 7") == 0);
}

TEST_CASE("a report that did not come to its end is not believed") {
  Call call(8, 8);
  call.report.ended = false;
  CHECK(call.doubt().find("proper end") != std::string::npos);
}

TEST_CASE("calls that reach for what is the grader's are named, each once") {
  CHECK(meddling_calls("printf\nsendmsg\ncudaMalloc(void**, unsigned long)\nsendmsg\ndlsym\n") ==
        std::vector<std::string>{"dlsym", "sendmsg"});
  CHECK(meddling_calls("sender\nmy_write\nwriter(int)\nread\nclose\n").empty());
  Build build;
  CHECK_FALSE(reason_to_doubt(build).known());
  build.meddling = {"dlsym", "send"};
  CHECK(words_of(reason_to_doubt(build)).find("the code calls dlsym, send, with") == 0);
}
