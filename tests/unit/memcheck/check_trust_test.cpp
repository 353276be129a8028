// When the word of the check is not taken.
#include "memcheck/check_trust.h"

#include <cstring>

#include "tests/unit/catch.h"

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
  std::string doubt() const { return describe(reason_to_doubt(report, image, outcome)); }
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

TEST_CASE("results that the host brought to the device earn no clean check") {
  // 200 words of C, all of them changed.
  Call call(8, 8);
  call.image.regions[0].role = Role::output;
  call.image.regions[0].array_bytes = 800;
  call.image.bytes.assign(1000, std::byte{1});
  call.outcome.returned.assign(1000, std::byte{2});
  const auto doubt = [&](std::uint64_t stored_by_host, std::uint64_t from_host,
                         std::uint64_t to_host, bool device_pointers) {
    call.report.arrays = {{"C", 200, stored_by_host}};
    call.report.from_host = from_host;
    call.report.to_host = to_host;
    return describe(is_computed_by_host(call.report, call.image, call.outcome, device_pointers));
  };
  CHECK(doubt(0, 0, 0, true).empty());
  CHECK(doubt(100, 100, 0, true).empty());
  CHECK(doubt(101, 101, 0, true) ==
        "C was computed on the host: no kernel stored what stands there.");
  CHECK(doubt(0, 101, 0, true).find("the host brought 101 words to the device") == 0);
  // Whoever gets arrays in the host's memory has to bring them there and back.
  CHECK(doubt(0, 1000, 200, false).empty());
  CHECK(doubt(0, 1000, 99, false).find("the results were computed on the host") == 0);
}

TEST_CASE("what is a few words large may be the host's work") {
  Call call(8, 8);
  call.image.regions[0].role = Role::output;
  call.report.arrays = {{"C", 8, 8}};
  call.report.from_host = 8;
  CHECK_FALSE(is_computed_by_host(call.report, call.image, call.outcome, true).known());
  CHECK_FALSE(is_computed_by_host(call.report, call.image, call.outcome, false).known());
}

TEST_CASE("a kernel that ran where nothing watches must have run in the check") {
  const LaunchedKernels watched{{{"k", {"a"}}, {"k", {"b", "alias of b"}}}};
  CHECK_FALSE(is_other_code({{{"k", {"a"}}, {"k", {"b"}}}}, watched).known());
  // The names that people see may be the same.
  CHECK(describe(is_other_code({{{"k", {"a"}}, {"k", {"c"}}}}, watched)).find("k ran where") == 0);
  // Of code that has no symbol nothing is known.
  CHECK(is_other_code({{{"k", {}}}}, watched).known());
  CHECK(describe(is_other_code({{{"k", {"a"}}}, 8}, watched)).find("9 different kernels") == 0);
  // Some cases need none.
  CHECK_FALSE(is_other_code({}, watched).known());
  // None ran in the check either, or none is known to.
  CHECK_FALSE(is_other_code({{{"k", {"a"}}}}, {}).known());
}

TEST_CASE("host code that has read a quarter of the inputs could compute the results") {
  Call call(8, 8);
  Region input = call.image.regions[0];
  input.role = Role::input;
  input.array_bytes = 4 * 8192;
  call.image.regions[0].role = Role::output;
  call.image.regions.push_back(input);
  call.image.host_begin = 4096;
  const auto doubt = [&](std::uint64_t seen, double share) {
    call.report.seen_by_host = seen;
    return describe(host_reads_inputs(call.report, call.image, share));
  };
  CHECK(doubt(2047, 0.25).empty());
  CHECK(doubt(2048, 0.25)
            .find("host code read 2048 words from the device, and the inputs have 8192") == 0);
  // A lab whose loop is steered by the host may allow more.
  CHECK(doubt(8192, 2).empty());
  // Arrays that the contract has in host memory are no secret.
  call.image.host_begin = 0;
  CHECK(doubt(8 + 511, 0.25).empty());
  CHECK_FALSE(doubt(8 + 512, 0.25).empty());
  // The host may add up partial sums of blocks.
  call.image.regions[0].array_bytes = 4;
  CHECK(doubt(1 + 4095, 0.25).empty());
  CHECK_FALSE(doubt(1 + 4096, 0.25).empty());
}

TEST_CASE("results that the contract wants in host memory are read there") {
  Call call(8, 8);
  call.image.regions[0].role = Role::output;
  call.image.regions[0].array_bytes = 4 * 5000;
  call.image.host_begin = 0;
  call.report.seen_by_host = 5000 + 511;
  CHECK_FALSE(host_reads_inputs(call.report, call.image, 0.25).known());
  call.report.seen_by_host = 5000 + 512;
  CHECK(host_reads_inputs(call.report, call.image, 0.25).known());
}

TEST_CASE("who stores to the engine's memory is not believed, whatever came after that") {
  Call call(8, 8);
  call.report.tampered = true;
  CHECK(call.doubt().find("host code stores to memory of the engine") == 0);
}

TEST_CASE("a program that uses what is on no list is not believed, and its first uses are named") {
  Build build;
  CHECK_FALSE(reason_to_doubt(build).known());
  build.unlisted = {{"dlsym", "a.cu:7"}, {"send", ""}};
  CHECK(describe(reason_to_doubt(build)).find("the code uses dlsym (a.cu:7), send. No lab") == 0);
  build.unlisted = {{"a", ""}, {"b", ""}, {"c", ""}, {"d", ""}, {"e", ""}};
  CHECK(describe(reason_to_doubt(build)).find("the code uses a, b, c and 2 more.") == 0);
}
