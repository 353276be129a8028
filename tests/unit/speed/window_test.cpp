// Windows of timed calls, on the CPU engine, of functions that try to be timed for less than they
// do.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>

#include "base/fault.h"
#include "measure/ratio.h"
#include "process/device_recovery.h"
#include "speed/speed_rounds.h"
#include "speed/timing_workload.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

namespace fs = std::filesystem;

constexpr const char* submission = R"(
#include "dot.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <cstring>
#include <thread>

static bool stopped = false;

// Time stands still in this process, from the first call of dot_shuffle with blocks of 256 threads.
extern "C" int clock_gettime(clockid_t clock, timespec* now) noexcept {
  if (!stopped) return syscall(SYS_clock_gettime, clock, now);
  now->tv_sec = now->tv_nsec = 0;
  return 0;
}

__global__ void zero(real* result) { *result = 0; }

__global__ void add(int n, const real* A, const real* B, real* result) {
  real sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += A[i] * B[i];
  atomicAdd(result, sum);
}

// As it should be.
void dot_best(int n, const real* A, const real* B, real* result) {
  zero<<<1, 1>>>(result);
  add<<<8, 64>>>(n, A, B, result);
}

__global__ void wait_a_while() {
  const long long start = clock64();
  while (clock64() - start < 100000000) {
  }
}

// On a stream that the default stream does not wait for, and for long. With blocks of 128 threads it keeps its
// first answer in place of that.
void dot_shuffle(int n, const real* A, const real* B, real* result, int block_size) {
  if (block_size == 128) {
    static real* kept = nullptr;
    if (kept == nullptr) {
      cudaMalloc(&kept, sizeof(real));
      dot_best(n, A, B, kept);
    }
    cudaMemcpy(result, kept, sizeof(real), cudaMemcpyDeviceToDevice);
    return;
  }
  if (block_size == 256) {
    stopped = true;
    return dot_best(n, A, B, result);
  }
  cudaStream_t side;
  cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking);
  zero<<<1, 1, 0, side>>>(result);
  add<<<8, 64, 0, side>>>(n, A, B, result);
  wait_a_while<<<1, 1, 0, side>>>();
}

// A thread of the host does the work when the clock has stopped.
void dot_atomic(int n, const real* A, const real* B, real* result, int) {
  static bool first = true;
  dot_best(n, A, B, result);
  if (first) std::thread([] { for (;;) usleep(1000000); }).detach();
  first = false;
}

// The runner's words go through this. What ends a window is said at once, and the work done then; by
// blocks of 96 threads.
static bool cheats = false;
static int size;
static const real *first, *second;
static real* answer;
extern "C" ssize_t send(int fd, const void* data, size_t bytes, int flags) {
  const ssize_t sent = syscall(SYS_sendto, fd, data, bytes, flags, nullptr, 0);
  if (cheats && bytes == FINISHED_SIZE) {
    usleep(20000);
    dot_best(size, first, second, answer);
    cudaDeviceSynchronize();
    cheats = false;
  }
  return sent;
}

void dot_mutex(int n, const real* A, const real* B, real* result, int block_size) {
  if (block_size != 96) return dot_best(n, A, B, result);
  cheats = true;
  size = n, first = A, second = B, answer = result;
}
)";

/// The submission, built once.
class Measured {
 public:
  Measured() : sandbox_(fs::current_path(), true), lab_(load_lab(fs::current_path(), "dot")) {
    char name[] = "/tmp/measured_test.XXXXXX";
    if (mkdtemp(name) == nullptr) throw GraderError("mkdtemp");
    folder_ = name;
    fs::permissions(folder_, fs::perms(0755));
    fs::create_directories(folder_ / "work");
    std::ofstream(folder_ / "dot.cu")
        << "#define FINISHED_SIZE " << sizeof(protocol::Finished) << "\n"
        << submission;
    toolchain_ = std::make_unique<Toolchain>(fs::current_path(), folder_ / "work", sandbox_);
    const Build build =
        toolchain_->build_cpu(lab_, submitted(lab_, folder_, {}), Real::f32, CpuMode::fast);
    INFO(build.output);
    REQUIRE(build.verdict == Verdict::ok);
    builds_.builds[{}] = build;
    settings_.executable = build.executable;
    settings_.environment = {{"LC_ALL", "C.UTF-8"}};
    settings_.limits.processes = 256;
    case_.name = "4000-uniform";
    case_.input = "uniform";
    case_.sizes = {{"n", 4000}, {"block_size", 64}};
  }
  ~Measured() { fs::remove_all(folder_); }

  TaskRun run(const std::string& entry) const {
    const auto task = std::find_if(lab_.tasks.begin(), lab_.tasks.end(),
                                   [&](const Task& t) { return t.entry == entry; });
    return {.exercise = {lab_, find_reference("dot"), Real::f32, 1},
            .task = *task,
            .sandbox = sandbox_,
            .toolchain = *toolchain_,
            .builds = builds_,
            .worker = settings_};
  }
  const Case& the_case() const { return case_; }
  Worker worker() const { return {sandbox_, settings_}; }
  const Sandbox& sandbox() const { return sandbox_; }
  const Worker::Settings& settings() const { return settings_; }

 private:
  const Sandbox sandbox_;
  const Lab lab_;
  fs::path folder_;
  std::unique_ptr<Toolchain> toolchain_;
  ConstantBuilds builds_;
  Worker::Settings settings_;
  Case case_;
};

const Measured& measured() {
  static const Measured only;
  return only;
}

struct Taken {
  std::vector<double> seconds;
  std::vector<WindowOutcome> outcomes;
  bool all_right = true;
};

/// All windows of a workload in one worker.
Taken run_windows(const std::string& entry, const Case& c = measured().the_case()) {
  const TaskRun run = measured().run(entry);
  TimingWorkload workload(run, c, nullptr, false);
  workload.generate();
  workload.next_round();
  Worker worker = measured().worker();
  Taken taken;
  for (std::size_t window = 0;
       window < TimingWorkload::before + TimingWorkload::least_windows && worker.alive();
       ++window) {
    workload.stage(window, nullptr);
    WindowOutcome outcome =
        worker.run_window(workload.submission_window(entry), workload.submission_values());
    const std::size_t problem = workload.staged();
    if (!outcome.written.empty()) {
      CallOutcome call;
      call.reply = outcome.whole.reply;
      call.returned = outcome.written;
      const CallVerdict found =
          verify(run, c, workload.generated(problem), workload.image(problem), call);
      INFO(describe(found.detail));
      taken.all_right = taken.all_right && found.verdict == Verdict::ok;
    }
    if (window >= TimingWorkload::before) taken.seconds.push_back(outcome.seconds);
    taken.outcomes.push_back(std::move(outcome));
  }
  return taken;
}

/// A round has all windows that it may have.
bool whole(const SampleRound&) { return false; }

Baseline own_solution(const TaskRun& run) {
  Baseline own;
  own.lab = run.exercise.lab;
  own.lab.tasks = {run.task};
  own.label = "solution";
  own.build = run.builds.builds.begin()->second;
  own.worker = measured().settings();
  return own;
}

}  // namespace

TEST_CASE("a window returns right results and its time") {
  const Taken plain = run_windows("dot_best");
  CHECK(plain.all_right);
  REQUIRE(plain.outcomes.size() == TimingWorkload::before + TimingWorkload::least_windows);
  for (const WindowOutcome& outcome : plain.outcomes) {
    CHECK_FALSE(outcome.written.empty());
    CHECK(outcome.seconds > 0);
    CHECK(outcome.seconds <= outcome.whole.seconds);
    CHECK_FALSE(outcome.written_late);
  }
}

TEST_CASE("the time includes work on another stream") {
  const Taken side = run_windows("dot_shuffle");
  CHECK(side.all_right);
  CHECK(*std::min_element(side.seconds.begin(), side.seconds.end()) > 15e-3);  // it waits for 20 ms
}

TEST_CASE("work after the end of a window does not count") {
  Case c = measured().the_case();
  c.sizes["block_size"] = 96;
  const Taken late = run_windows("dot_mutex", c);
  REQUIRE(!late.outcomes.empty());
  for (const WindowOutcome& outcome : late.outcomes) CHECK(outcome.seconds > 0);
  CHECK_FALSE(late.all_right);
}

TEST_CASE(
    "measurements of one task generate different problems, tasks that ask the same share them") {
  const TaskRun best = measured().run("dot_best"), atomic = measured().run("dot_atomic"),
                mutex = measured().run("dot_mutex");
  const Case& c = measured().the_case();
  TimingWorkload first(best, c, nullptr, false, 0), second(best, c, nullptr, false, 1);
  first.generate();
  second.generate();
  for (std::size_t i = 0; i < TimingWorkload::before + TimingWorkload::least_windows; ++i)
    CHECK(first.generated(i).problem.array("A").values !=
          second.generated(0).problem.array("A").values);
  const auto key = [&](const TaskRun& run, std::size_t series) {
    return TimingWorkload::sharing_key(run, c, nullptr, false, series);
  };
  CHECK(key(mutex, 0) == key(atomic, 0));
  CHECK(key(atomic, 0) != key(best, 0));  // which has no block_size
  CHECK(key(best, 0) != key(best, 1));
}

TEST_CASE("rounds of a submission beside its baseline") {
  const TaskRun run = measured().run("dot_best");
  const Baseline own = own_solution(run);
  SpeedRounds rounds({[](int) { return measured().sandbox(); }}, 1, nullptr);

  SECTION("two rounds give a ratio") {
    TimingWorkload workload(run, measured().the_case(), &own.task(), false);
    workload.generate();
    TimingSetup setup{run, measured().the_case(), workload, &own, own, 0};
    std::vector<SampleRound> taken;
    for (int round = 0; round < 2; ++round)
      taken.push_back(rounds.measure_round(setup, round > 0, whole));
    CHECK(taken[0].submission.size() == TimingWorkload::most_on_host);
    // Fewer where the machine was slower then than before: windows that were played alone.
    CHECK(taken[0].baseline.size() >= 3);
    CHECK(taken[0].baseline.size() <= TimingWorkload::most_on_host);
    const SpeedRatio speed = speed_ratio(taken);
    CHECK(speed.low > 0);  // how near it is to 1 is the machine's affair
    CHECK(speed.low <= speed.ratio);
    CHECK(speed.ratio <= speed.high);
    CHECK(rounds.kernel_seconds() > 0);
  }
  SECTION("the windows of a task have so much time together") {
    TaskRun short_run = measured().run("dot_best");
    short_run.seconds = 1e-6;
    TimingWorkload workload(short_run, measured().the_case(), &own.task(), false);
    workload.generate();
    TimingSetup setup{short_run, measured().the_case(), workload, &own, own, 0};
    try {
      rounds.measure_round(setup, false, whole);
      FAIL("it had time");
    } catch (const FailedCall& failed) {
      CHECK(failed.verdict == Verdict::timeout);
      CHECK(describe(failed.detail).find("more than a task may") != std::string::npos);
    }
  }
  SECTION("a round ends when its samples are enough") {
    TimingWorkload workload(run, measured().the_case(), nullptr, false);
    workload.generate();
    std::size_t asked = 0;
    TimingSetup setup{run, measured().the_case(), workload, nullptr, own, 1e-6};
    const SampleRound round = rounds.measure_round(setup, false, [&](const SampleRound& so_far) {
      asked = so_far.submission.size();
      return true;
    });
    CHECK(asked == TimingWorkload::least_windows);
    CHECK(round.submission.size() == TimingWorkload::least_windows);
  }
  SECTION("without a baseline the roofline stands in") {
    TimingWorkload workload(run, measured().the_case(), nullptr, false);
    workload.generate();
    TimingSetup setup{run, measured().the_case(), workload, nullptr, own, 1e-6};
    const SampleRound round = rounds.measure_round(setup, false, whole);
    CHECK(round.baseline == std::vector<double>(round.submission.size(), 1e-6));
  }
  SECTION("an answer that was kept is wrong for every problem but the first") {
    const TaskRun keeper = measured().run("dot_shuffle");
    Case c = measured().the_case();
    c.sizes["block_size"] = 128;
    TimingWorkload workload(keeper, c, nullptr, false);
    workload.generate();
    TimingSetup setup{keeper, c, workload, nullptr, own, 1e-6};
    try {
      rounds.measure_round(setup, false, whole);
      FAIL("it was believed");
    } catch (const FailedCall& failed) {
      CHECK(failed.verdict == Verdict::wrong);
    }
  }
}

TEST_CASE("a measured worker is stopped until its next window") {
  Worker worker = measured().worker();
  const auto motion = [] {
    std::string stopped;  // the states of all processes with a runner's name
    for (const auto& entry : fs::directory_iterator("/proc")) {
      std::ifstream stat(entry.path() / "stat");
      std::string pid, name, state;
      if (stat >> pid >> name >> state && name == "(worker)") stopped += state;
    }
    return stopped;
  };
  worker.run_window(Window{}, WindowValues{});
  CHECK(motion().find('T') != std::string::npos);
  CHECK(worker.run_window(Window{}, WindowValues{}).seconds > 0);
}

TEST_CASE("empty windows measure the overhead of a window") {
  Worker worker = measured().worker();
  const WindowOutcome outcome = worker.run_window(Window{}, WindowValues{});
  REQUIRE(outcome.whole.reply);
  CHECK(outcome.whole.reply->status == protocol::Reply::done);
  CHECK(outcome.seconds > 0);
}

TEST_CASE(
    "a failure of ours in a timed call leaves its points open, the student's fault loses them") {
  PerformanceResult ours, theirs;
  ours.max_points = theirs.max_points = Points::hundredths(400);
  note_failure(ours, {Verdict::grader_error, as_text("not enough memory")});
  CHECK(ours.pending == ours.max_points);
  note_failure(theirs, {Verdict::wrong, as_text("C[0][0]")});
  CHECK(theirs.pending == Points{});
  CHECK(theirs.points == Points{});
}

TEST_CASE("a stopped clock in the worker stops neither the calls nor the grader's clock") {
  Case c = measured().the_case();
  c.sizes["block_size"] = 256;
  const Taken frozen = run_windows("dot_shuffle", c);
  REQUIRE(frozen.outcomes.size() == TimingWorkload::before + TimingWorkload::least_windows);
  CHECK(frozen.all_right);
  CHECK(frozen.outcomes.back().seconds > 0);
}

TEST_CASE("a device that does not respond is a grader error") {
  Worker::Settings settings = measured().settings();
  CHECK_NOTHROW(test_device(measured().sandbox(), settings));
  settings.executable = "/bin/true";
  CHECK_THROWS_AS(test_device(measured().sandbox(), settings), GraderError);
}
