#include <unistd.h>

#include <fstream>

#include "regrade/last_grade.h"
#include "regrade/packing.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/grade_samples.h"

using namespace warpgrade;
using namespace warpgrade::regrade;
namespace fs = std::filesystem;

namespace {

const std::string dot_source =
    "#include \"dot.h\"\n"
    "#include \"more.cuh\"\n"
    "#define TWICE(x) twice(x)\n"
    "__device__ real twice(real x) { return 2 * x; }\n"
    "__device__ real half(real x) { return x / 2; }\n"
    "__global__ void a(real* r) { *r = TWICE(1); }\n"
    "__global__ void b(real* r) { *r = half(1); }\n"
    "void dot_mutex(int n, const real* A, const real* B, real* r, int s) { a<<<1, 1>>>(r); }\n"
    "void dot_atomic(int n, const real* A, const real* B, real* r, int s) { b<<<1, 1>>>(r); }\n";

/// A student's folder in a project of its own.
struct Own {
  Own() {
    fs::create_directories(root / "work");
    fs::create_directories(root / "build/runner");
    fs::create_directories(root / "labs");
    fs::copy("labs/dot", root / "labs/dot", fs::copy_options::recursive);
    for (const char* file : {"lab.schema.json"})
      if (fs::exists(fs::path("labs") / file)) fs::copy(fs::path("labs") / file, root / "labs");
    write("dot.cu", dot_source);
    write("more.cuh", "constexpr int more = 1;\n");
    request.root = root;
    request.lab = "dot";
    request.submission = root / "work";
    request.tasks = {"dot_mutex", "dot_atomic"};
  }
  ~Own() { fs::remove_all(root); }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(root / "work" / name) << bytes;
  }
  void replace(const std::string& old, const std::string& now) {
    const std::size_t at = text.find(old);
    REQUIRE(at != text.npos);
    text.replace(at, old.size(), now);
    write("dot.cu", text);
  }

  /// The tasks that are graded: "dot_mutex dot_atomic".
  std::string graded(bool all = false) {
    std::string tasks;
    const MakeGrade make = [&](const GradeRequest& asked) {
      GradeResult result = samples::grade();
      result.lab = "dot";
      result.compiler_output = warnings;
      result.tasks.clear();
      for (const std::string& task : asked.tasks) {
        tasks += (tasks.empty() ? "" : " ") + task;
        result.tasks.push_back(samples::task(task, "", 10, 10));
        result.tasks.back().verdict = verdict;
      }
      return result;
    };
    shown = grade_what_changed(request, true, all, make, "2026-11-25 18:35");
    return tasks;
  }

  fs::path root = "/tmp/last_grade_test_" + std::to_string(getpid());
  std::string text = dot_source;
  GradeRequest request;
  Verdict verdict = Verdict::ok;
  std::string warnings;
  GradeResult shown;
};

const std::string both = "dot_mutex dot_atomic";

}  // namespace

TEST_CASE("what has not changed since the last grade is not regraded") {
  Own own;
  CHECK(own.graded() == both);
  CHECK(own.shown.tasks[0].unchanged_since.empty());
  CHECK(own.graded() == "");
  REQUIRE(own.shown.tasks.size() == 2);
  CHECK(own.shown.tasks[0].unchanged_since == "2026-11-25 18:35");
  CHECK(own.shown.score().text() == "20");
  CHECK(own.graded(true) == both);  // --all
  CHECK(own.shown.tasks[0].unchanged_since.empty());

  own.replace("x / 2", "x / 2.0");
  CHECK(own.graded() == "dot_atomic");
  CHECK(own.shown.tasks[0].unchanged_since == "2026-11-25 18:35");
  CHECK(own.shown.tasks[1].unchanged_since.empty());
  own.write("dot.cu", "// a comment\n" + own.text);
  CHECK(own.graded() == "");
}

TEST_CASE("changed helpers, macros, headers, labs or graders cause a regrade") {
  Own own;
  own.graded();
  own.replace("2 * x", "x + x");  // called by a macro alone: whoever uses that is not looked for
  CHECK(own.graded() == both);
  own.replace("#define TWICE(x) twice(x)", "#define TWICE(x) (twice(x))");
  CHECK(own.graded() == both);
  own.write("more.cuh", "constexpr int more = 2;\n");
  CHECK(own.graded() == both);
  std::ofstream(own.root / "labs/dot/lab.json", std::ios::app) << "\n";
  CHECK(own.graded() == both);
  std::ofstream(own.root / "build/runner/cpu.o") << "another runner";
  CHECK(own.graded() == both);
  own.request.real = Real::f64;
  CHECK(own.graded() == both);
  CHECK(own.graded() == "");
}

TEST_CASE("when in doubt, everything is graded") {
  Own own;
  own.graded();
  own.request.seed = 5;
  CHECK(own.graded() == both);
  own.request.seed.reset();
  CHECK(own.graded() == "");
  fs::create_directories(own.root / "work/.hidden");
  own.write(".hidden/a.cuh", "");
  own.replace("#include \"more.cuh\"", "#include \".hidden/a.cuh\"");
  CHECK(own.graded() == both);
  CHECK(own.graded() == both);  // nobody looks into such a folder
}

TEST_CASE("inconclusive results are regraded; a compile error applies to all tasks") {
  Own own;
  own.verdict = Verdict::grader_error;
  own.graded();
  CHECK(own.graded() == both);
  own.verdict = Verdict::ok;
  own.graded();
  own.verdict = Verdict::compile_error;
  own.replace("x / 2", "y");
  CHECK(own.graded() == "dot_atomic " + both);
  own.replace("return y", "return x / 2");  // as it was
  CHECK(own.graded() == "");
}

TEST_CASE("a change in code that no task reaches is still compiled") {
  Own own;
  own.graded();
  own.write("dot.cu", own.text + "int unused() { return 0; }\n");
  CHECK(own.graded() == "dot_mutex");
  CHECK(own.shown.tasks.size() == 2);
  CHECK(own.graded() == "");
  own.verdict = Verdict::compile_error;
  own.write("dot.cu", own.text + "int unused() { return x; }\n");
  CHECK(own.graded() == "dot_mutex " + both);
  CHECK(own.graded() == "dot_mutex " + both);
}

TEST_CASE("a compiler warning is kept only while its lines have not moved") {
  Own own;
  own.warnings = "dot.cu:4:1: warning: unused\n";
  own.graded();
  CHECK(own.graded() == "");
  own.write("dot.cu", "\n" + own.text);
  CHECK(own.graded() == both);
}

TEST_CASE("unreadable results, and results in a folder that is handed in, are ignored") {
  Own own;
  own.graded();
  for (const auto& file : fs::directory_iterator(own.root / "build/grades"))
    std::ofstream(file.path()) << "cut off";
  CHECK(own.graded() == both);
  fs::copy(own.root / "work", own.root / "other", fs::copy_options::recursive);
  own.request.submission = own.root / "other";
  CHECK(own.graded() == both);
}

TEST_CASE("a result survives packing and unpacking") {
  const GradeResult grade = samples::grade();
  const Packed packed = pack(grade);
  GradeResult again;
  unpack(Packed::from_cbor(Packed::to_cbor(packed)), again);
  CHECK(pack(again) == packed);
  CHECK(again.score() == grade.score());
}
