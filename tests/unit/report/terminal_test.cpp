// The reports that students read, word for word: who changes one, changes it here too and reads it.
#include "report/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "pages/check_page.h"
#include "report/next_step.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;

namespace {

const Style pipe_style{false, 80, true};

// With a line break before it, as the texts below have for the eye.
std::string shown(const GradeResult& grade, const Style& style = pipe_style) {
  return "\n" + render(grade, style);
}

bool has_control_characters(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  });
}

std::vector<GradeResult> all_samples() {
  return {samples::untouched(),
          samples::compile_error(),
          samples::wrong(),
          samples::mixed(),
          samples::full_with_pending(),
          samples::full(),
          samples::grader_error(),
          samples::hostile()};
}

}  // namespace

// clang-format off

TEST_CASE("an untouched skeleton reads kindly") {
  CHECK(shown(samples::untouched()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on the CPU engine (no GPU here).

  Nothing is written yet, so nothing is wrong yet.

  · matmul_naive  one thread per element, not written yet  0 / 20
  · matmul_tiled  tiles in shared memory, not written yet  0 / 40  10 pending

  10 points need a GPU: run the same command on a machine with one.

Total  0 / 60, 10 pending
Next: Write matmul_naive in skeletons/matmul/matmul.cu, then run the same
command again.
)");
}

TEST_CASE("a compile error shows the first errors once, not once a task") {
  CHECK(shown(samples::compile_error()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on the CPU engine (no GPU here).

  matmul.cu:14: error: expected ';' before 'C'
     14 |     real sum = 0.0f
        |                    ^
  matmul.cu:17: error: 'sum' was not declared in this scope
  matmul.cu:18: error: 'row' was not declared in this scope; did you mean 'pow'?
  and 2 more errors

  ✗ matmul_naive  one thread per element, does not compile  0 / 20
  ✗ matmul_tiled  tiles in shared memory, does not compile  0 / 30

Total  0 / 50
Next: Fix the first error, matmul.cu:14, and run the same command again; the
others may go with it.
)");
}

TEST_CASE("a wrong task tells what, where and how to see it again") {
  CHECK(shown(samples::wrong()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on the CPU engine (no GPU here).

  ✗ matmul_tiled  tiles in shared memory, 4 of 10 right  12.5 / 20
    matmul.cu:42: race: thread (0,1,0) reads sA[1][0], which thread (1,0,0)
    writes with no barrier between (96 times)
    wrong in 33x65x32 and 33x65x64
      the last rows are wrong: C[32][0] is 0 and should be 1.25 (bound 3.1e-06).
      65 of 2145 elements are wrong, all in row 32: no block covers the rows
      after the last full tile. Round the grid up: (m + TILE − 1) / TILE.
      reproduce: build/warpgrade grade matmul --submission skeletons/matmul --task matmul_tiled --case 33x65x32
    crashed in 17x17x17
      matmul.cu:42: kernel matmul_tiled_kernel, block (1,0,0), thread (1,0,0)
      read A[289], but A has 289 elements
      reproduce: build/warpgrade grade matmul --submission skeletons/matmul --task matmul_tiled --case 17x17x17
    and 3 more: 65x33x31, 129x1x1 and 1x1x129 (timeout)
    matmul.cu:51: advice: a thread leaves before a barrier that others reach
    matmul_tiled_kernel: 38 registers, no spills, 8 KiB static shared
    your code printed:
    │ tile 0 0
    │ tile 0 1
    │ tile 0 2
    │ tile 0 3
    │ tile 0 4
    and 2 more lines

Total  12.5 / 20
Next: Look at matmul.cu:42, where matmul_tiled has its first finding; then
reproduce its first failing case:
  build/warpgrade grade matmul --submission skeletons/matmul --task matmul_tiled --case 33x65x32
)");
}

TEST_CASE("what an error check prints is broken, not cut, and told once") {
  GradeResult grade = samples::wrong();
  const std::string line =
      "matmul.cu:72: cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyHostToDevice): invalid argument";
  grade.tasks[0].printed = line + "\n" + line + "\n" + line + "\n" + std::string(5000, 'x') + "\n";
  const std::string text = shown(grade);
  CHECK_THAT(text, Catch::Contains("cudaMemcpy(x, dx, sizeof(real) * n, cudaMemcpyHostToDevice):\n"
                            "    │ invalid argument (3 times)\n"));
  CHECK_THAT(text, !Catch::Contains(std::string(400, 'x')));
}

TEST_CASE("tasks of all kinds beside each other") {
  CHECK(shown(samples::mixed()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on the CPU engine (no GPU here).

  ✓ matmul_naive   one thread per element, 4 cases           20 / 20
    matmul_naive_kernel: 24 registers, no spills, no static shared memory
  ✗ matmul_tiled   tiles in shared memory, 4 of 10 right   12.5 / 20
    matmul.cu:42: race: thread (0,1,0) reads sA[1][0], which thread (1,0,0)
    writes with no barrier between (96 times)
    wrong in 33x65x32 and 33x65x64
      the last rows are wrong: C[32][0] is 0 and should be 1.25 (bound 3.1e-06).
      65 of 2145 elements are wrong, all in row 32: no block covers the rows
      after the last full tile. Round the grid up: (m + TILE − 1) / TILE.
      reproduce: build/warpgrade grade matmul --submission skeletons/matmul --task matmul_tiled --case 33x65x32
    crashed in 17x17x17
      matmul.cu:42: kernel matmul_tiled_kernel, block (1,0,0), thread (1,0,0)
      read A[289], but A has 289 elements
      reproduce: build/warpgrade grade matmul --submission skeletons/matmul --task matmul_tiled --case 17x17x17
    and 3 more: 65x33x31, 129x1x1 and 1x1x129 (timeout)
    matmul.cu:51: advice: a thread leaves before a barrier that others reach
    matmul_tiled_kernel: 38 registers, no spills, 8 KiB static shared
    your code printed:
    │ tile 0 0
    │ tile 0 1
    │ tile 0 2
    │ tile 0 3
    │ tile 0 4
    and 2 more lines

  · matmul_coarse  several elements pe…, not written yet      0 / 20
  ✗ matmul_best    as fast as you can, 4 of 4 right       21.75 / 60  30 pending
    matmul.cu:88: race: two threads of a block write C[0][0] (4 times)
      The values are right, but which thread comes first is luck: on a GPU it
      changes from run to run, and the values with it.

  … matmul_host    transfers included                         0 / 20  20 pending

  50 points need a GPU: run the same command on a machine with one.
    matmul_host: it uses cooperative groups' grid sync, which the CPU engine
    does not run.

Total  54.25 / 140, 50 pending
Next: Look at matmul.cu:42, where matmul_tiled has its first finding; then
reproduce its first failing case:
  build/warpgrade grade matmul --submission skeletons/matmul --task matmul_tiled --case 33x65x32
)");
}

TEST_CASE("everything right, speed pending") {
  CHECK(shown(samples::full_with_pending()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on the CPU engine (no GPU here).

  ✓ matmul_naive  one thread per element, 4 cases  20 / 20
  ✓ matmul_tiled  tiles in shared memory, 4 cases  30 / 60  30 pending

  30 points need a GPU: run the same command on a machine with one.

Total  50 / 80, 30 pending
Next: All that can be checked on the CPU is right. The other 30 points need a
GPU.
)");
}

TEST_CASE("full marks") {
  CHECK(shown(samples::full()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on NVIDIA H200.

  ✓ matmul_naive  one thread per element, 4 cases  20 / 20
  ✓ matmul_tiled  tiles in shared memory, 4 cases  40 / 40
    speed 1024x1024x1024: 1.26 ms, 0.874× the speed of the library (cublas)
    (0.866 … 0.881), 10 of 10 points
    2 kernels: up to 64 registers, 24 B spilled, 16 KiB static shared, 512 thre…

Total  60 / 60
Full marks. Well done.
)");
}

TEST_CASE("a failure of ours has another tone") {
  CHECK(shown(samples::grader_error()) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on NVIDIA H200.

  ✓ matmul_naive  one thread per element, 4 cases  20 / 20
  ! matmul_tiled  tiles in shared memory            0 / 40  40 pending

  The grader or the machine failed, not your code: the GPU was lost while
  matmul_tiled ran (cudaErrorDevicesUnavailable). 40 points stay open
  (matmul_tiled).

Total  20 / 60, 40 pending
Next: Run the same command again; if it says the same, show this report to your
instructor.
)");
}

TEST_CASE("a narrow terminal without Unicode") {
  CHECK(shown(samples::full_with_pending(), {false, 60, false}) == R"(
Matrix multiplication: skeletons/matmul
Graded in float on the CPU engine (no GPU here).

  + matmul_naive  one thread per ele...  20 / 20
  + matmul_tiled  tiles in shared me...  30 / 60  30 pending

  30 points need a GPU: run the same command on a machine
  with one.

Total  50 / 80, 30 pending
Next: All that can be checked on the CPU is right. The other
30 points need a GPU.
)");
}

// clang-format on

TEST_CASE("into a pipe there are no escape codes, whatever a student printed") {
  for (const GradeResult& grade : all_samples())
    for (bool unicode : {true, false})
      CHECK_FALSE(has_control_characters(render(grade, {false, 80, unicode})));
}

TEST_CASE("on a terminal only our own colours pass") {
  std::string text = render(samples::hostile(), {true, 80, true});
  for (const char* ours : {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m"})
    for (std::size_t at; (at = text.find(ours)) != std::string::npos;)
      text.erase(at, std::string(ours).size());
  CHECK_FALSE(has_control_characters(text));
  CHECK(text.find("\\x1b[31mred\\x1b[0m") != std::string::npos);
  CHECK(text.find("\\u009b") != std::string::npos);
  CHECK(text.find("\\u202e") != std::string::npos);
}

TEST_CASE("colours change no letter") {
  for (const GradeResult& grade : all_samples()) {
    std::string text = render(grade, {true, 80, true});
    for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;)
      text.erase(at, text.find('m', at) - at + 1);
    CHECK(text == render(grade, pipe_style));
  }
}

TEST_CASE("without Unicode the report is ASCII") {
  for (const GradeResult& grade : all_samples())
    for (char c : render(grade, {false, 80, false})) CHECK(static_cast<unsigned char>(c) < 0x80);
}

TEST_CASE("lines fit the width, but for commands to copy") {
  for (const GradeResult& grade : {samples::untouched(), samples::compile_error(), samples::mixed(),
                                   samples::full(), samples::grader_error()})
    for (int width : {40, 60, 80, 100}) {
      const std::string text = render(grade, {false, width, false});
      for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        const std::string line = text.substr(begin, end - begin);
        begin = end + 1;
        const bool command = line.find("build/warpgrade") != std::string::npos;
        // A table of numbers has a least width of its own.
        const bool row = line.find(" / ") != std::string::npos;
        if (!command && !row && static_cast<int>(line.size()) > width) FAIL(width << ": " << line);
      }
    }
}

TEST_CASE("an empty grade does not break the report") {
  CHECK(next_step(GradeResult{}).sentence == "Nothing was graded.");
  CHECK_FALSE(render(GradeResult{}, pipe_style).empty());
}

TEST_CASE("the next step: what is begun and wrong, then what is not begun, then what is slow") {
  GradeResult grade = samples::mixed();
  CHECK(next_step(grade).command == samples::reproduce("matmul_tiled", "33x65x32"));
  grade.tasks.erase(grade.tasks.begin() + 1);
  CHECK(next_step(grade).sentence ==
        "Look at matmul.cu:88, where matmul_best has its first finding.");
  grade.tasks.erase(grade.tasks.begin() + 2);
  CHECK(next_step(grade).sentence ==
        "Write matmul_coarse in skeletons/matmul/matmul.cu, then run the same command again.");
}

TEST_CASE("where a change was tried and all is right with it, it is the next step") {
  GradeResult grade = samples::mixed();
  TaskResult& t = grade.tasks[1];
  REQUIRE(t.task == "matmul_tiled");
  t.tried = TriedRemedy{TriedRemedy::Outcome::less,
                        {{"barrier.after", "matmul.cu", 45, "__syncthreads();", "", {}}},
                        {},
                        {},
                        3};
  CHECK(next_step(grade).command == samples::reproduce("matmul_tiled", "33x65x32"));
  t.tried->outcome = TriedRemedy::Outcome::right;
  CHECK(next_step(grade).sentence ==
        "Make the change in matmul.cu:45 that helped matmul_tiled in a copy of your file, then run "
        "the same command again.");
  CHECK(next_step(grade).command.empty());
  t.tried->changes.push_back(t.tried->changes[0]);
  CHECK(next_step(grade).sentence.find("Make the 2 changes, the first in matmul.cu:45, that") == 0);
}

TEST_CASE("nothing is called right where nothing was checked") {
  GradeResult grade = samples::full_with_pending();
  for (TaskResult& t : grade.tasks) {
    t.verdict = Verdict::pending;
    t.detail = {because("source.not-for-engine")};
    t.pending = t.max_points;
    t.points = {};
    t.cases.clear();
    t.performance.clear();
  }
  const std::string nothing = "Nothing could be checked here";
  CHECK(next_step(grade).sentence == nothing + ": run the same command on a machine with a GPU.");
  grade.tasks[1].findings = {
      {"unsupported", "error", "matmul.cu", 7, because("engine.gap", {{"what", "no"}}), 1}};
  CHECK(next_step(grade).sentence ==
        nothing +
            ", because the CPU engine does not support matmul.cu:7. Change that line, or run "
            "the same command on a machine with a GPU.");
  CHECK(
      render(grade, {false, 200, true})
          .find("matmul.cu:7: unsupported: nvcc accepts this file, the CPU engine does not: no.") !=
      std::string::npos);
}

TEST_CASE("points that a GPU would not decide are not promised by one") {
  GradeResult grade = samples::full_with_pending();
  CHECK(next_step(grade).sentence.find("The other 30 points need a GPU") != std::string::npos);
  TaskResult& t = grade.tasks[0];
  t.check.max_points = t.pending = samples::points(2);
  t.points = samples::points(18);
  t.check.detail = {because("check.left-out")};
  CHECK(next_step(grade).sentence ==
        "All that can be checked here is right; 32 points wait for what is named above.");
  const std::string text = render(grade, {false, 200, true});
  CHECK(text.find("30 points need a GPU: ") != std::string::npos);
  CHECK(text.find("2 points stay open (matmul_naive): the check was left out (--no-check).") !=
        std::string::npos);
}

TEST_CASE("a check that was stopped is told of even where no points depend on it") {
  GradeResult grade = samples::full();
  grade.tasks[0].check.detail = as_text("the check was stopped after 20 s in case 64x64x64.");
  grade.tasks[0].check.cases = {"1x1x1"};
  CHECK(render(grade, {false, 200, true})
            .find("The check stays open (matmul_naive): the check was stopped after 20 s") !=
        std::string::npos);
}

TEST_CASE("right but wasteful: the next step is to waste less") {
  GradeResult grade = samples::checked();
  TaskResult& t = grade.tasks[0];
  t.findings.clear();
  t.verdict = t.check.verdict = Verdict::ok;
  t.check.points = t.check.max_points;
  t.points = samples::points(18);
  CHECK(next_step(grade).sentence ==
        "matmul_tiled is right; now let it waste less: its report says where.");
}

TEST_CASE("after what is forbidden the next step says what to take out, and where") {
  // Its other parts may be right: a task that has a check and costs.
  GradeResult grade = samples::checked();
  TaskResult& t = grade.tasks[0];
  t.verdict = Verdict::forbidden;
  t.points = {};
  t.detail = {because("library.forbidden", {{"place", std::string("matmul.cu:12")},
                                            {"library", std::string("cub")},
                                            {"what", std::string("cub/x.cuh")}})};
  CHECK(next_step(grade).sentence ==
        "Take cub out in matmul.cu:12 and write matmul_tiled without it, then run the same command "
        "again.");
  t.detail = {because("library.loaded", {{"what", std::string("dlopen")}})};
  CHECK(next_step(grade).sentence ==
        "Take dlopen out and write matmul_tiled without it, then run the same command again.");
}

TEST_CASE("right but slow: the next step is speed") {
  GradeResult grade = samples::full();
  grade.tasks[1].performance[0].points = samples::points(4);
  grade.tasks[1].points = samples::points(34);
  CHECK(next_step(grade).sentence == "matmul_tiled is right; now make it faster.");
}

TEST_CASE("noise is told apart from a slow kernel") {
  GradeResult grade = samples::full();
  PerformanceResult& speed = grade.tasks[1].performance[0];
  speed.verdict = Verdict::inconclusive;
  speed.points = {};
  speed.pending = speed.max_points;
  speed.detail = as_text("the clock of the GPU fell from 1980 to 1200 MHz while it was measured");
  grade.tasks[1].points = samples::points(30);
  grade.tasks[1].pending = samples::points(10);
  CHECK(render(grade, {false, 200, true})
            .find("10 points stay open (matmul_tiled): the timings were too noisy to decide: the "
                  "clock of the GPU fell from 1980 to 1200 MHz while it was measured.") !=
        std::string::npos);
  CHECK(next_step(grade).sentence ==
        "Run the same command again when nothing else runs on this machine.");
}

TEST_CASE("a stream that is no terminal gets no colours, and 80 columns") {
  const int fd = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const Style style = detect_style(fd);
  ::close(fd);
  CHECK_FALSE(style.colour);
  CHECK(style.width == 80);
}

TEST_CASE("cases that the check did not run are told of beside its findings") {
  GradeResult grade = samples::checked();
  CheckResult& check = grade.tasks[0].check;
  check.verdict = Verdict::race;
  check.detail = {because("check.findings", {{"count", 2}}),
                  because("check.bad-ends", {{"count", 3}, {"case", std::string("1x1x1")}}),
                  because("check.not-run", {{"cases", std::string("2x2x2")}, {"hidden", 1}})};
  const auto tells = [](const std::string& text) {
    return text.find("    check: the check was stopped: calls had ended badly for 3 different") !=
               std::string::npos &&
           text.find("therefore not checked: 2x2x2 and 1 hidden case.\n") != std::string::npos;
  };
  const Style wide{false, 200, true};
  CHECK(tells(render(grade, wide)));
  grade.checked_only = true;
  CHECK(tells(render_check(grade, wide)));
}

TEST_CASE("a right case that took long on the engine is named, with what takes the time") {
  GradeResult grade = samples::full();
  TaskResult& task = grade.tasks[0];
  const Style wide{false, 200, true};
  grade.backend = "cpu";
  task.cases[0].name = "1024";
  task.cases[0].seconds = 47.2;
  task.check.cases = {"1024"};
  task.check.case_seconds = {3};
  CHECK(render(grade, wide).find("slow here: a call of 1024 took 47 s. Right all the same") !=
        std::string::npos);
  task.check.case_seconds = {90};
  CHECK(render(grade, wide).find("1024 took 47 s, 90 s with every access watched.") !=
        std::string::npos);
  task.cases[0].seconds = 2;
  CHECK(render(grade, wide).find("1024 took 90 s with every access watched.") != std::string::npos);
  task.cases[0].hidden = true;
  CHECK(render(grade, wide).find("slow here") == std::string::npos);
  task.cases[0].hidden = false;
  grade.backend = "cuda";
  CHECK(render(grade, wide).find("slow here") == std::string::npos);
}
