// What a submission's program and its compiler see of the system's libraries.
#include "objects/shared_objects.h"

#include <fstream>
#include <optional>

#include "lab/manifest.h"
#include "objects/libraries.h"
#include "tests/unit/catch.h"
#include "toolchain/build.h"
#include "toolchain/cuda_toolkit.h"
#include "toolchain/installation.h"

using namespace warpgrade;
namespace fs = std::filesystem;

namespace {

/// What `argv` ends with in a sandbox that shows the files of shared_objects() and that program.
int status_inside(const Sandbox& sandbox, std::vector<std::string> argv) {
  Command command;
  command.system = false;
  for (const fs::path& file : shared_objects(sandbox, false))
    command.mounts.push_back({file, file, false});
  command.mounts.push_back({argv[0], argv[0], false});
  command.argv = std::move(argv);
  const Ended ended = sandbox.run(command);
  return ended.how == Ended::How::exited ? ended.code : -1;
}

}  // namespace

TEST_CASE("The loader's list is parsed") {
  const auto paths = paths_listed(
      "\tlinux-vdso.so.1 (0x00007fde2ef35000)\n"
      "\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007fde2ed21000)\n"
      "\tlibgone.so => not found\n"
      "\t/lib64/ld-linux-x86-64.so.2 (0x00007fde2ef37000)\n"
      "ERROR: ld.so: object 'libcuda.so.1' from LD_PRELOAD cannot be preloaded: ignored.\n");
  CHECK(paths ==
        std::vector<fs::path>{"/lib/x86_64-linux-gnu/libm.so.6", "/lib64/ld-linux-x86-64.so.2"});
}

TEST_CASE("A submission only sees the languages' libraries") {
  const Sandbox sandbox(fs::current_path(), true);
  if (!sandbox.isolates()) {
    WARN("skipped: " << sandbox.why_not());
    return;
  }
  for (const fs::path& file : shared_objects(sandbox, false))
    CHECK(status_inside(sandbox, {"/usr/bin/cmp", file, file}) == 0);
  for (const char* hidden : {"/usr/bin/g++", "/usr/lib", "/bin/sh", "/etc/alternatives"}) {
    CHECK(status_inside(sandbox, {"/usr/bin/test", "-e", hidden}) == 1);
    CHECK(fs::exists(hidden));
  }
  for (const fs::path& file : library_files({}))
    CHECK(status_inside(sandbox, {"/usr/bin/test", "-e", file}) == 1);
}

TEST_CASE("A submission's compiler cannot put a forbidden library into the program") {
  const Sandbox sandbox(fs::current_path(), true);
  std::vector<fs::path> files = library_files({});
  // The compiler's output has a limit of its own.
  std::erase_if(files, [](const fs::path& file) { return fs::file_size(file) > (64 << 20); });
  if (!sandbox.isolates() || files.empty()) {
    WARN("skipped: " << (files.empty() ? "no such library is installed" : sandbox.why_not()));
    return;
  }
  const Workspace workspace;
  const fs::path submission = workspace.path() / "submission", work = workspace.path() / "work";
  fs::create_directories(submission);
  std::ofstream(submission / "dot.cu")
      << "#include \"dot.h\"\nasm(\".section .rodata\\n.incbin \\\"" << files.front().string()
      << "\\\"\\n.text\");\n";
  const Lab lab = load_lab(fs::current_path(), "dot");
  const Toolchain toolchain(fs::current_path(), work, sandbox);
  const Source source = submitted(lab, submission, {});
  const Build engine = toolchain.build_cpu(lab, source, Real::f32, CpuMode::fast);
  CHECK(engine.verdict == Verdict::compile_error);  // which takes no assembly at all
  const std::optional<CudaToolkit> toolkit = find_cuda_toolkit();
  if (!toolkit) return;
  const Build build = toolchain.build_cuda(lab, source, Real::f32, *toolkit, 90, false);
  CHECK(build.verdict == Verdict::compile_error);
  CHECK_THAT(build.output, Catch::Contains("file not found: " + files.front().string()));
}
