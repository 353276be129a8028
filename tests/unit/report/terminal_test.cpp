// The reports that students read, word for word: who changes one, changes it here too and reads it.
#include "report/terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "pages/check_page.h"
#include "report/document/next_step.h"
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
Matrix multiplication · skeletons/matmul · float · CPU engine
Total  0 / 60, 10 pending

  Nothing is written yet, so nothing is wrong yet.

  · matmul_naive  one thread per element, not written yet  0 / 20
  · matmul_tiled  tiles in shared memory, not written yet  0 / 40  10 pending

  10 points need a GPU: run the same command on a machine with one.

Next: Write matmul_naive in skeletons/matmul/matmul.cu, then run the same
command again.
)");
}

TEST_CASE("a compile error shows the first errors once, not once a task") {
  CHECK(shown(samples::compile_error()) == R"(
Matrix multiplication · skeletons/matmul · float · CPU engine      Total  0 / 50

  matmul.cu:14:21: error: expected ';' before 'C'
     14 |     real sum = 0.0f
        |                    ^
  matmul.cu:17:5: error: 'sum' was not declared in this scope
  matmul.cu:18:9: error: 'row' was not declared in this scope; did you mean
  'pow'?
  and 2 more errors

  ✗ matmul_naive  does not compile    0 / 20
  ✗ matmul_tiled  does not compile    0 / 30

Next: Fix the first error at matmul.cu:14, then run the same command again; the
others may go with it.
)");
}

TEST_CASE("a wrong task tells what, where and how to see it again") {
  CHECK(shown(samples::wrong()) == R"(
Matrix multiplication · skeletons/matmul · float · CPU engine   Total  12.5 / 20

  ✗ matmul_tiled  wrong, 4 of 10 cases correct    12.5 / 20
    race                                                            matmul.cu:42
    thread (0,1,0) reads sA[1][0], which thread (1,0,0) writes with no barrier
    between
    6 failing cases, for example 33x65x32
    crashed in 17x17x17
    timeout in 1x1x129
    advice: uninitialized                                           matmul.cu:51
    a thread leaves before a barrier that others reach
    your code printed:
    │ tile 0 0
    │ tile 0 1
    │ tile 0 2
    │ tile 0 3
    │ tile 0 4
    and 2 more lines

Next: Fix matmul_tiled at matmul.cu:42 (race), then run the same command again.
Add `--case 33x65x32` to run the smallest failing case alone.
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
Matrix multiplication · skeletons/matmul · float · CPU engine
Total  54.25 / 140, 50 pending

  ✓ matmul_naive   one thread per element, 4 cases           20 / 20
    matmul_naive_kernel: 24 registers, no spills, no static shared memory
  ✗ matmul_tiled   wrong, 4 of 10 cases correct            12.5 / 20
    race                                                            matmul.cu:42
    thread (0,1,0) reads sA[1][0], which thread (1,0,0) writes with no barrier
    between
    6 failing cases, for example 33x65x32
    crashed in 17x17x17
    timeout in 1x1x129
    advice: uninitialized                                           matmul.cu:51
    a thread leaves before a barrier that others reach
    your code printed:
    │ tile 0 0
    │ tile 0 1
    │ tile 0 2
    │ tile 0 3
    │ tile 0 4
    and 2 more lines

  · matmul_coarse  several elements pe…, not written yet      0 / 20
  ✗ matmul_best    race, 4 of 4 cases correct             21.75 / 60  30 pending
    race                                                            matmul.cu:88
    two threads of a block write C[0][0]
    The values are right, but that is luck: nothing orders the accesses, and on
    a GPU one may miss or undo what the other does.

  … matmul_host    transfers included                         0 / 20  20 pending

  50 points need a GPU: run the same command on a machine with one.
    matmul_host: it uses cooperative groups' grid sync, which the CPU engine
    does not run.

Next: Fix matmul_tiled at matmul.cu:42 (race), then run the same command again.
Add `--case 33x65x32` to run the smallest failing case alone.
)");
}

TEST_CASE("everything right, speed pending") {
  CHECK(shown(samples::full_with_pending()) == R"(
Matrix multiplication · skeletons/matmul · float · CPU engine
Total  50 / 80, 30 pending

  ✓ matmul_naive  one thread per element, 4 cases  20 / 20
  ✓ matmul_tiled  tiles in shared memory, 4 cases  30 / 60  30 pending

  30 points need a GPU: run the same command on a machine with one.

Next: All results are right. The other 30 points need a GPU.
)");
}

TEST_CASE("full marks") {
  CHECK(shown(samples::full()) == R"(
Matrix multiplication · skeletons/matmul · float · NVIDIA H200    Total  60 / 60

  ✓ matmul_naive  one thread per element, 4 cases  20 / 20
  ✓ matmul_tiled  tiles in shared memory, 4 cases  40 / 40
    speed 1024x1024x1024: 1.26 ms, 0.874× the speed of the library (cublas)
    (0.866 … 0.881), 10 of 10 points
    2 kernels: up to 64 registers, 24 B spilled, 16 KiB static shared, 512 thre…

Full marks. Well done.
)");
}

TEST_CASE("a student's kit says that the course's grade decides about speed") {
  GradeResult grade = samples::full();
  CHECK_THAT(shown(grade), !Catch::Contains("was measured here"));
  grade.environment["baselines"] = "compiled for a student's kit";
  CHECK_THAT(shown(grade), Catch::Contains("  Speed was measured here; your course's grade decides.\n"));
}

TEST_CASE("a failure of ours has another tone") {
  CHECK(shown(samples::grader_error()) == R"(
Matrix multiplication · skeletons/matmul · float · NVIDIA H200
Total  20 / 60, 40 pending

  ✓ matmul_naive  one thread per element, 4 cases  20 / 20
  ! matmul_tiled  tiles in shared memory            0 / 40  40 pending

  The grader or the machine failed, not your code: the GPU was lost while
  matmul_tiled ran (cudaErrorDevicesUnavailable). 40 points stay open
  (matmul_tiled).

Next: Run the same command again; if it says the same, show this report to your
instructor.
)");
}

TEST_CASE("a narrow terminal without Unicode") {
  CHECK(shown(samples::full_with_pending(), {false, 60, false}) == R"(
Matrix multiplication * skeletons/matmul * float * CPU
engine
Total  50 / 80, 30 pending

  + matmul_naive  one thread per ele...  20 / 20
  + matmul_tiled  tiles in shared me...  30 / 60  30 pending

  30 points need a GPU: run the same command on a machine
  with one.

Next: All results are right. The other 30 points need a GPU.
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

TEST_CASE("a mistake that two functions share is shown once") {
  GradeResult grade = samples::wrong();
  grade.tasks.push_back(grade.tasks[0]);
  grade.tasks[1].task = "matmul_best";
  const std::string text = render(grade, pipe_style);
  const auto first = text.find("thread (0,1,0) reads sA");
  CHECK(text.find("thread (0,1,0) reads sA", first + 1) == text.npos);
  CHECK_THAT(text, Catch::Contains("    race at matmul.cu:42, as above\n"));
}

TEST_CASE("commands and seeds are shown when they are asked for") {
  Style verbose = pipe_style;
  verbose.verbose = true;
  const std::string command = "reproduce: " + samples::reproduce("matmul_tiled", "33x65x32");
  CHECK(render(samples::wrong(), pipe_style).find("reproduce: ") == std::string::npos);
  const std::string all = render(samples::wrong(), verbose);
  CHECK_THAT(all, Catch::Contains(command) && Catch::Contains("(96 times)") &&
                      Catch::Contains("38 registers"));
}

TEST_CASE("an empty grade does not break the report") {
  CHECK(next_step(GradeResult{}).sentence == "Nothing was graded.");
  CHECK_FALSE(render(GradeResult{}, pipe_style).empty());
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
  const std::string text = render(grade, {false, 200, true});
  CHECK_THAT(text, Catch::Contains("    unsupported") && Catch::Contains("  matmul.cu:7\n") &&
                       Catch::Contains("nvcc accepts this file, the CPU engine does not: no."));
}

TEST_CASE("points that a GPU would not decide are not promised by one") {
  GradeResult grade = samples::full_with_pending();
  CHECK(next_step(grade).sentence.find("The other 30 points need a GPU") != std::string::npos);
  TaskResult& t = grade.tasks[0];
  t.check.max_points = t.pending = samples::points(2);
  t.points = samples::points(18);
  t.check.detail = {because("check.left-out")};
  CHECK(next_step(grade).sentence ==
        "All results are right; 32 points wait for what is named above.");
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
  check.detail = {
      because("check.findings", {{"count", 2}}),
      because("check.bad-ends", {{"count", 3}, {"case", std::string("1x1x1")}}),
      because("check.not-run", {{"count", 1}, {"cases", std::string("2x2x2")}, {"hidden", 1}})};
  const auto mentions_stop = [](const std::string& text) {
    return text.find("    check: the check was stopped: calls had ended badly for 3 different") !=
               std::string::npos &&
           text.find("therefore not checked: 1 case and 1 hidden case.\n") != std::string::npos;
  };
  const Style wide{false, 200, true};
  CHECK(mentions_stop(render(grade, wide)));
  grade.checked_only = true;
  CHECK(mentions_stop(render_check(grade, wide)));
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
