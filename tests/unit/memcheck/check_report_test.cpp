#include "memcheck/check_report.h"

#include <cstring>
#include <memory>

#include "memcheck/check_findings.h"
#include "simt/include/simt/check_report.h"
#include "tests/unit/catch.h"

using namespace warpgrade;
namespace check = simt::check;

namespace {

/// What a worker may leave in shared memory.
class Shared {
 public:
  Shared() : report(std::make_unique<check::Report>()) {}

  check::Finding& add(const char* cause, const char* call) {
    check::Finding& finding = add_caused(cause);
    std::snprintf(finding.facts, sizeof finding.facts, "call=%s\n", call);
    return finding;
  }

  check::Finding& add_race(const char* cause, const char* does, const char* party_does) {
    check::Finding& finding = add_caused(cause);
    std::snprintf(finding.facts, sizeof finding.facts,
                  "thread=(1,0,0)\nblock=(0,0,0)\ndoes=%s\nspot=s[0]\nparty=thread (2,0,0)\n"
                  "party_does=%s\n",
                  does, party_does);
    return finding;
  }

  check::Finding& add_caused(const char* cause) {
    check::Finding& finding = report->findings[report->finding_count++];
    finding.level = check::Level::error;
    finding.count = 1;
    std::strcpy(finding.cause, cause);
    return finding;
  }

  check::SiteMetrics& add_site(std::uint64_t pc) {
    if (report->kernel_count == 0) {
      check::KernelMetrics& kernel = report->kernels[report->kernel_count++];
      std::strcpy(kernel.name, "k");
      kernel.launches = 1;
      kernel.blocks = kernel.sampled_blocks = 2;
    }
    check::SiteMetrics& site = report->sites[report->site_count++];
    site.pc = pc;
    site.size = 4;
    site.requests = 10;
    site.lanes = 320;
    return site;
  }

  CheckReport read() const {
    std::vector<std::byte> bytes(sizeof *report);
    std::memcpy(bytes.data(), report.get(), bytes.size());
    return read_check_report(bytes, "/home/ann/lab");
  }

  std::unique_ptr<check::Report> report;
};

void set_place(check::Place& place, const char* file, std::uint32_t line) {
  std::strcpy(place.file, file);
  place.line = line;
}

/// Every address is a line of main.cu: 0x100 is line 1, 0x200 line 2; 0x900 is nobody's.
std::map<std::uint64_t, SourceLine> find_lines(const std::set<std::uint64_t>& addresses) {
  std::map<std::uint64_t, SourceLine> lines;
  for (const auto address : addresses)
    lines[address] =
        address == 0x900 ? SourceLine{} : SourceLine{"main.cu", static_cast<int>(address >> 8)};
  return lines;
}

CheckedCall called(const std::string& name, double flops, const Shared& shared,
                   bool hidden = false) {
  return {name, hidden, flops, 0, shared.read()};
}

}  // namespace

TEST_CASE("a report's findings keep kind, place, kernel and count") {
  Shared shared;
  check::Finding& race = shared.add("race.block", "two threads write");
  race.count = 96;
  race.place.pc = 0x400123;
  set_place(race.other, "/submission/parts/tile.cuh", 7);
  std::strcpy(race.kernel, "tiled_kernel");
  shared.add("bounds.local-array", "x").level = check::Level::advice;
  const CheckReport report = shared.read();
  REQUIRE(report.findings.size() == 2);
  const CheckFinding& first = report.findings[0];
  CHECK(first.kind == "race");
  CHECK(first.error);
  CHECK(first.count == 96);
  CHECK(first.place.address == 0x400123);
  CHECK(first.other.line == SourceLine{"parts/tile.cuh", 7});
  CHECK(first.kernel == "tiled_kernel");
  CHECK(report.findings[1].kind == "local-array");
  CHECK_FALSE(report.findings[1].error);
}

TEST_CASE("files have the student's names with and without isolation") {
  Shared shared;
  set_place(shared.add("memory.leak", "allocated at /submission/a.cu:3").place,
            "/home/ann/lab/a.cu", 3);
  set_place(shared.add("memory.leak", "at /home/ann/lab/a.cu:3").place,
            "/usr/include/c++/12/vector", 9);
  set_place(shared.add("memory.leak", "").place, "/submission/../../etc/passwd", 1);
  const CheckReport report = shared.read();
  CHECK(report.findings[0].place.line == SourceLine{"a.cu", 3});
  CHECK(report.findings[0].cause.fact("call") == "allocated at a.cu:3");
  CHECK(report.findings[1].cause.fact("call") == "at a.cu:3");
  CHECK_FALSE(report.findings[1].place.line.known());
  CHECK_FALSE(report.findings[2].place.line.known());
}

TEST_CASE("a forged report does no harm") {
  Shared shared;
  std::memset(static_cast<void*>(shared.report.get()), 0xff, sizeof *shared.report);
  CheckReport report = shared.read();
  CHECK(report.findings.empty());  // there is no such cause
  CHECK(report.sites.empty());     // nor such a kernel
  REQUIRE(report.kernels.size() == check::Report::most_kernels);
  const KernelCosts& kernel = report.kernels[0];
  CHECK(kernel.blocks > 0);
  CHECK(kernel.threads == 1024);
  CHECK(kernel.simt_efficiency() <= 1);
  CHECK(kernel.divergent_branches() <= 1);

  for (check::Finding& finding : shared.report->findings) {
    std::strcpy(finding.cause, "race.block");
    std::memcpy(finding.facts, "spot=", 5);
  }
  for (check::SiteMetrics& site : shared.report->sites) {
    site.kernel = 0;
    site.access = check::Access::global_load;
  }
  report = shared.read();
  REQUIRE(report.findings.size() == check::Report::most_findings);
  CHECK(report.findings[0].count > 0);
  CHECK(report.findings[0].cause.fact("spot").find("\uFFFD") ==
        0);  // not UTF-8, and without an end
  REQUIRE(report.sites.size() == check::Report::most_sites);
  const LineCosts& costs = report.sites[0].costs;
  CHECK(costs.useful_bytes <= 32 * costs.sectors);
  CHECK(costs.ideal_sectors <= costs.sectors);
  CHECK(costs.lanes <= 32 * costs.requests);
}

TEST_CASE("control characters and broken UTF-8 in a report's texts are replaced") {
  Shared shared;
  std::strcpy(shared.add("race.block", "\x1b[2Jred\nfact=\xff").kernel, "k\t\x7f");
  const CheckReport report = shared.read();
  CHECK(report.findings[0].cause.fact("call") == " [2Jred");
  CHECK(report.findings[0].cause.fact("fact") == "\uFFFD");
  CHECK(report.findings[0].kernel == "k  ");
}

TEST_CASE("other bytes than a report have no findings") {
  CHECK(read_check_report({}, "/x").findings.empty());
  CHECK(read_check_report(std::vector<std::byte>(10), "/x").kernels.empty());
}

TEST_CASE("findings of one kind at one place are merged, with the counts of all cases") {
  Shared one, two;
  check::Finding& a = one.add_race("race.block", "writes", "reads");
  a.place.pc = 0x200;
  a.other.pc = 0x300;
  a.count = 3;
  check::Finding& b = two.add_race("race.block", "reads", "writes");
  b.place.pc = 0x200;
  b.other.pc = 0x300;
  b.count = 4;
  check::Finding& c = two.add_caused("barrier.two-places");
  c.place.pc = 0x200;
  const auto findings = summarise({called("a", 1, one), called("b", 2, two)}, find_lines).findings;
  REQUIRE(findings.size() == 2);
  CHECK_THAT(describe(findings[0]), Catch::Contains("the one at another place"));
  CHECK_THAT(describe(findings[1]), Catch::Contains("reads it at main.cu:3. Put __syncthreads()"));
  CHECK(findings[1].count == 7);
  CHECK(findings[1].file == "main.cu");
  CHECK(findings[1].line == 2);
  CHECK(findings[1].other_line == 3);
}

TEST_CASE("a launch that is refused for two reasons has two findings, one for each") {
  const auto refused = [](const char* cause, const char* facts) {
    auto shared = std::make_unique<Shared>();
    check::Finding& f = shared->add_caused(cause);
    f.place.pc = 0x200;
    std::strcat(f.facts, facts);
    return shared;
  };
  const auto none = refused("error.unnoticed", "why=0 threads a block: `n` is 0\n");
  const auto many = refused("launch.block-too-large", "why=7679 threads a block: `n`\n");
  const auto more = refused("launch.block-too-large", "why=40000 threads a block: `n`\n");
  const auto findings =
      summarise({called("a", 1, *none), called("b", 2, *many), called("c", 3, *more)}, find_lines)
          .findings;
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].cause.id == "error.unnoticed");
  CHECK(findings[0].count == 1);
  CHECK(findings[1].cause.fact("why") == "7679 threads a block: `n`");
  CHECK(findings[1].count == 2);
}

TEST_CASE("an atomic on an own copy names the variable and the function that gets it by value") {
  Shared shared;
  shared.add("atomic.own-copy", "atomicCAS").place.pc = 0x200;
  const auto found = summarise({called("a", 1, shared)}, find_lines, [](const std::string&) {
                       return "\n__global__ void k(int lock) { atomicCAS(&lock, 0, 1); }\n";
                     }).findings;
  REQUIRE(found.size() == 1);
  CHECK(found[0].cause.fact("what") == "`lock`");
  CHECK(found[0].cause.fact("why") == ": `k` gets `lock` by value");
}

TEST_CASE("members of a vector count as one access if the line has nothing else") {
  Shared shared;
  for (const std::uint64_t pc : {0x200, 0x201, 0x202, 0x203}) {
    check::SiteMetrics& site = shared.add_site(pc);
    site.sectors = 160;
    site.ideal_sectors = 40;
    site.useful_bytes = 1280;
    site.joined = {pc == 0x203 ? 0u : 10u, 240, 120, 0};
  }
  const auto costs_of = [&](const std::string& declares, const std::string& line) {
    const auto summary = summarise({called("a", 1, shared)}, find_lines, [&](const std::string&) {
      return declares + "\n" + line + "\n";
    });
    return summary.metrics.at(0).lines.at(0);
  };
  const std::pair<const char*, const char*> whole[] = {
      {"const float4 *b = B, *a = A;", "s += a[i].x * b[i].x + a[i].y * b[i].y;"},
      {"float f(const float4& p, int n)", "{ return p.x * p.x + p.y * p.y; }"},
      {"__shared__ float4 t[8][8];", "t[r][c].x = t[r][c].y;"},
      {"using V = float4; V* q;", "s += q->x + q->y * threadIdx.x;"},
      {"auto* p = reinterpret_cast<const float4*>(A);", "s += p[i].x * k + p[i].y;"},
      {"", "s += ((const float4*)A)[i].x + reinterpret_cast<float4*>(A)[i].y;"}};
  for (const auto& [declares, line] : whole) {
    CAPTURE(declares, line);
    const LineCosts costs = costs_of(declares, line);
    CHECK(costs.requests == 10);
    CHECK(costs.lanes == 320);
    CHECK(costs.bytes == 16);
    CHECK(costs.sectors == 160);
    CHECK(costs.ideal_sectors == 160);
    CHECK(costs.useful_bytes == 5120);
  }
  const std::pair<const char*, const char*> apart[] = {
      {"float* a;", "s += a[4 * i] + a[4 * i + 1];"},
      {"float4 v; float* a;", "s += a[i] * v.x + a[i + 1] * v.y;"},
      {"float* a;", "s += *(a + 4 * threadIdx.x);"},
      {"float4* a; float* b;", "s += a[i].x + b[4 * i];"},
      {"struct P { float x, y, z, w; }; P* p;", "s += p->x + p->y;"},
      {"const Step s = {0, 1, 2, 3};", "t += *(a + s.x) + *(a + s.y);"},
      {"float4 v;", "t += v.x + *(a + 1);"},
      {"const volatile float4* p;", "s += p->x + p->y;"},
      {"float4 s; } void g() { Step s;", "t += a[s.x].x + a[s.y].x;"},
      {"", ""}};
  for (const auto& [declares, line] : apart) {
    CAPTURE(declares, line);
    CHECK(costs_of(declares, line).sectors == 640);
    CHECK(costs_of(declares, line).bytes == 4);
  }
}

TEST_CASE("a race seen from both sides is one finding") {
  Shared shared;
  check::Finding& a = shared.add_race("race.block", "writes", "reads");
  a.place.pc = 0x200;
  a.other.pc = 0x300;
  a.count = 3;
  check::Finding& b = shared.add_race("race.block", "reads", "writes");
  b.place.pc = 0x300;
  b.other.pc = 0x200;
  b.count = 4;
  const auto findings = summarise({called("a", 1, shared)}, find_lines).findings;
  REQUIRE(findings.size() == 1);
  CHECK_THAT(describe(findings[0]), Catch::Contains("writes s[0]"));
  CHECK(findings[0].count == 7);
}

TEST_CASE("a race has the widest scope of all cases") {
  Shared small, large;
  for (auto [shared, cause] : {std::pair{&small, "race.warp"}, std::pair{&large, "race.block"}}) {
    check::Finding& race = shared->add_race(cause, "writes", "reads");
    race.place.pc = 0x200;
    race.other.pc = 0x300;
  }
  for (const auto& calls : {std::vector{called("a", 1, small), called("b", 2, large)},
                            std::vector{called("b", 2, large), called("a", 1, small)}}) {
    const auto findings = summarise(calls, find_lines).findings;
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].cause.id == "race.block");
  }
}

TEST_CASE("an update by all threads differs from a missing barrier") {
  const auto reported_cause = [](const char* does, const char* party_does, bool update) {
    Shared shared;
    check::Finding& race = shared.add_race("race.block", does, party_does);
    race.place.pc = race.other.pc = 0x200;
    if (update) {
      // The load of `x += y`, one instruction before.
      check::Finding& load = shared.add_race("race.block", "writes", "reads");
      load.place.pc = 0x200;
      load.other.pc = 0x201;
    }
    return summarise({called("a", 1, shared)}, find_lines).findings.at(0).cause.id;
  };
  CHECK(reported_cause("writes", "writes", true) == "race.update");
  CHECK(reported_cause("writes", "writes", false) == "race.same-store");
  CHECK(reported_cause("writes", "reads", false) == "race.block");
}

TEST_CASE("a race without a fence names the line of the release") {
  Shared shared;
  check::Finding& race = shared.add_race("race.no-release", "writes", "writes");
  race.place.pc = race.other.pc = 0x200;
  std::strcat(race.facts, "sign=lock\nreleased_pc=1024\n");
  check::Finding& other = shared.add_race("race.no-release", "reads", "writes");
  other.place.pc = 0x300;
  std::strcat(other.facts, "released_pc=99999999999999999999999\n");
  const auto findings = summarise({called("a", 1, shared)}, find_lines).findings;
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].cause.id == "race.no-release");
  CHECK(findings[0].cause.fact("released") == "main.cu:4");
  CHECK(findings[1].cause.fact("released").empty());
  for (const Finding& f : findings) CHECK(f.cause.facts.count("released_pc") == 0);
}

TEST_CASE("a race that a missing fence explains only in some cases stays a plain race") {
  for (const bool first : {true, false}) {
    Shared shared;
    for (const bool explained : {first, !first})
      shared.add_race(explained ? "race.no-release" : "race.grid", "writes", "writes").place.pc =
          0x200;
    CHECK(summarise({called("a", 1, shared)}, find_lines).findings.at(0).cause.id == "race.grid");
  }
}

TEST_CASE("a barrier with an error gets no advice on early returns") {
  Shared shared;
  shared.add_caused("barrier.unequal-loop").place.pc = 0x100;
  for (const std::uint64_t pc : {0x100, 0x200}) {
    check::Finding& left = shared.add_caused("barrier.after-return");
    left.level = check::Level::advice;
    left.place.pc = pc;
  }
  const auto findings = summarise({called("a", 1, shared)}, find_lines).findings;
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].cause.id == "barrier.unequal-loop");
  CHECK(findings[1].line == 2);
}

TEST_CASE("errors come before advice, each sorted by line, without a place last") {
  Shared shared;
  shared.add("memory.leak", "nowhere");
  shared.add("race.block", "nobody's").place.pc = 0x900;
  auto& advice = shared.add("barrier.after-return", "advice");
  advice.level = check::Level::advice;
  advice.place.pc = 0x100;
  shared.add("race.block", "five").place.pc = 0x500;
  shared.add("race.block", "two").place.pc = 0x200;
  std::vector<std::string> messages;
  for (const Finding& f : summarise({called("a", 1, shared)}, find_lines).findings)
    messages.push_back(f.cause.fact("call"));
  CHECK(messages == std::vector<std::string>{"two", "five", "nowhere", "nobody's", "advice"});
}

TEST_CASE("an unawaited copy comes before the uninitialized memory that it causes") {
  const auto kinds = [](const char* cause) {
    Shared shared;
    shared.add("read.unwritten", "").place.pc = 0x200;
    auto& race = shared.add("race.block", "");
    race.place.pc = 0x500;
    race.other.pc = 0x200;
    std::strcpy(race.cause, cause);
    std::vector<std::string> all;
    for (const Finding& f : summarise({called("a", 1, shared)}, find_lines).findings)
      all.push_back(f.kind);
    return all;
  };
  CHECK(kinds("race.streams") == std::vector<std::string>{"race", "uninitialized"});
  CHECK(kinds("race.block") == std::vector<std::string>{"uninitialized", "race"});
}

TEST_CASE("a kernel's costs are those of its largest visible case") {
  Shared small, large, hidden;
  small.add_site(0x100).sectors = 11;
  large.add_site(0x100).sectors = 22;
  hidden.add_site(0x100).sectors = 33;
  std::strcpy(hidden.report->kernels[hidden.report->kernel_count++].name, "only_there");
  hidden.report->kernels[1].blocks = hidden.report->kernels[1].sampled_blocks = 1;
  const auto metrics = summarise({called("small", 1, small), called("large", 2, large),
                                  called("hidden", 3, hidden, true)},
                                 find_lines)
                           .metrics;
  REQUIRE(metrics.size() == 1);
  CHECK(metrics[0].measured_in == "large");
  CHECK(metrics[0].lines.at(0).sectors == 22);
  const auto alone = summarise({called("hidden", 3, hidden, true)}, find_lines).metrics;
  REQUIRE(alone.size() == 2);
  CHECK(alone[1].kernel == "only_there");
}

TEST_CASE("accesses of one line with different costs are listed separately") {
  Shared shared;
  shared.add_site(0x201).sectors = 320;
  shared.add_site(0x202).sectors = 40;
  shared.add_site(0x203).sectors = 40;
  shared.add_site(0x101).sectors = 40;
  const auto lines = summarise({called("a", 1, shared)}, find_lines).metrics.at(0).lines;
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].line == 1);
  CHECK(lines[1].sectors == 320);
  CHECK(lines[2].sectors == 80);
  CHECK(lines[2].requests == 20);
}
