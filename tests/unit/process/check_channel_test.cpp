// What a checked call tells, and what becomes of messages that it would not send.
#include "process/check_channel.h"

#include <sys/socket.h>

#include <cstring>

#include "runner/protocol.h"
#include "simt/include/simt/check_report.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
using protocol::CheckMessage;
namespace check = simt::check;

namespace {

constexpr std::uint64_t request = 0x123456789;

struct ReceivedReport {
  CheckChannel channel;

  void send_part(CheckMessage::Part part, std::uint32_t index, const void* body,
                 std::size_t bytes) {
    const CheckMessage head{part, index};
    std::vector<std::byte> message(sizeof head + bytes);
    std::memcpy(message.data(), &head, sizeof head);
    if (bytes > 0) std::memcpy(message.data() + sizeof head, body, bytes);
    REQUIRE(send(channel.workers_end(), message.data(), message.size(), MSG_DONTWAIT) ==
            static_cast<ssize_t>(message.size()));
  }
  void find(std::uint32_t index, const char* cause, check::Level level, const char* text) {
    check::Finding finding{};
    std::strcpy(finding.cause, cause);
    finding.level = level;
    finding.count = 1;
    std::snprintf(finding.facts, sizeof finding.facts, "%s", text);
    send_part(CheckMessage::finding, index, &finding, sizeof finding);
  }
  void end(std::uint64_t number = request) {
    const protocol::CheckEnd body{number, 5, 6, 7, 8};
    send_part(CheckMessage::end, 0, &body, sizeof body);
  }
  check::Report report() {
    const auto bytes = channel.read(request);
    check::Report result;
    REQUIRE(bytes.size() == sizeof result);
    std::memcpy(static_cast<void*>(&result), bytes.data(), bytes.size());
    return result;
  }
};

}  // namespace

TEST_CASE("a report has all messages, and ended with its last one") {
  ReceivedReport received;
  received.find(0, "race.block", check::Level::error, "first");
  received.find(0, "race.block", check::Level::error, "a better example");
  received.find(1, "memory.leak", check::Level::error, "second");
  const std::uint64_t counts[] = {7, 1};
  received.send_part(CheckMessage::counts, 0, counts, sizeof counts);
  check::KernelMetrics kernels[2] = {};
  kernels[1].launches = 3;
  received.send_part(CheckMessage::kernels, 0, kernels, sizeof kernels);
  received.send_part(CheckMessage::sites, 0, nullptr, 0);
  received.end();
  const check::Report report = received.report();
  CHECK(report.ended == 1);
  CHECK(report.finding_count == 2);
  CHECK(report.findings[0].facts == std::string("a better example"));
  CHECK(report.findings[0].count == 7);
  CHECK(report.more_findings == 5);
  CHECK(report.kernel_count == 2);
  CHECK(report.kernels[1].launches == 3);
}

TEST_CASE("a finding cannot be taken back, made milder or changed in kind") {
  ReceivedReport received;
  received.find(0, "race.block", check::Level::error, "bad");
  received.find(0, "race.block", check::Level::advice, "harmless");
  received.find(0, "memory.leak", check::Level::advice, "something else");
  received.end();
  const check::Report report = received.report();
  CHECK(report.finding_count == 1);
  CHECK(std::string(report.findings[0].cause) == "race.block");
  CHECK(report.findings[0].level == check::Level::error);
  CHECK(report.ended == 0);
}

TEST_CASE("in a full report, only a heavier finding takes the place of another one") {
  ReceivedReport received;
  for (std::uint32_t i = 0; i < check::Report::most_findings; ++i)
    received.find(i, "memory.leak", check::Level::advice, "advice");
  received.find(0, "memory.freed", check::Level::error, "an error");
  received.find(0, "race.block", check::Level::error, "a race");
  bool lighter = false;
  SECTION("a race stays") {
    received.find(0, "memory.freed", check::Level::error, "lighter");
    lighter = true;
  }
  SECTION("and the report ends well") {}
  received.end();
  const check::Report report = received.report();
  CHECK(report.finding_count == check::Report::most_findings);
  CHECK(report.findings[0].facts == std::string("a race"));
  CHECK(report.findings[0].level == check::Level::error);
  CHECK(report.findings[1].facts == std::string("advice"));
  CHECK(report.ended == (lighter ? 0 : 1));
}

TEST_CASE("a report ended by another sender, or continued after its end, has not ended") {
  SECTION("nobody ended it") { CHECK(ReceivedReport().report().ended == 0); }
  SECTION("with another number") {
    ReceivedReport received;
    received.end(request + 1);
    CHECK(received.report().ended == 0);
  }
  SECTION("twice") {
    ReceivedReport received;
    received.end();
    received.end();
    CHECK(received.report().ended == 0);
  }
  SECTION("and a finding came later, which counts") {
    ReceivedReport received;
    received.find(0, "race.block", check::Level::error, "before");
    received.end();
    received.find(1, "race.block", check::Level::error, "after");
    CHECK(received.report().ended == 0);
  }
  SECTION("costs were told twice") {
    ReceivedReport received;
    const check::KernelMetrics kernel{};
    received.send_part(CheckMessage::kernels, 0, &kernel, sizeof kernel);
    received.send_part(CheckMessage::kernels, 0, &kernel, sizeof kernel);
    received.end();
    CHECK(received.report().ended == 0);
  }
}

TEST_CASE("messages of any length and content do no harm") {
  ReceivedReport received;
  std::vector<char> junk(300, '\xff');
  for (std::size_t size = 1; size < junk.size(); size += 7)
    REQUIRE(send(received.channel.workers_end(), junk.data(), size, MSG_DONTWAIT) > 0);
  for (std::uint32_t part = 0; part < 9; ++part)
    received.send_part(static_cast<CheckMessage::Part>(part), 1u << 31, junk.data(), 100);
  const check::Report report = received.report();
  CHECK(report.finding_count == 0);
  CHECK(report.ended == 0);
}

TEST_CASE("the largest report fits into the channel unread") {
  ReceivedReport received;
  for (std::uint32_t i = 0; i < check::Report::most_findings; ++i)
    received.find(i, "race.block", check::Level::error, "a race");
  static const check::Report full{};
  received.send_part(CheckMessage::kernels, 0, full.kernels, sizeof full.kernels);
  received.send_part(CheckMessage::sites, 0, full.sites, sizeof full.sites);
  received.send_part(CheckMessage::arrays, 0, full.arrays, sizeof full.arrays);
  received.end();
  CHECK(received.report().ended == 1);
}
