// Finds what a submission's object file uses.
#include <fstream>
#include <sstream>

#include "base/mapped_file.h"
#include "base/utf8.h"
#include "objects/host_functions.h"
#include "objects/object_symbols.h"
#include "toolchain/build.h"
#include "toolchain/build_parts.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// Names that could be misread as more than names.
bool refuses_names(Build& build, const fs::path& object) {
  const MappedFile file(object);
  const std::string_view name = name_with_control_characters(file.text());
  if (name.empty()) return false;
  build.end = CompilerEnd::refused;
  build.verdict = Verdict::compile_error;
  build.output =
      "the compiled file holds a name with a line break or another control character in it, by asm "
      "or #line: \"" +
      plain_text(name.substr(0, 60)) + "\". Give names of printable characters.\n";
  return true;
}

}  // namespace

std::optional<std::string> Toolchain::read_tables(Build& build, const fs::path& out) const {
  Command command;
  command.mounts = {{out, "/out", false}};
  command.environment = {{"PATH", "/usr/bin:/bin"}};
  command.may_fork = true;
  command.files_only = true;
  command.limits.output_bytes = 64 << 20;
  command.limits.wall_seconds = limits_.wall_seconds;
  command.limits.stall_seconds = limits_.stall_seconds;
  // One sandbox for both, because starting it takes longer than the commands. The shell's exit
  // status has the result.
  std::string script =
      "ended() { (($1 <= 128)) || kill -$(($1 - 128)) $$; exit $1; }\nobject=$1; shift\n";
  for (const auto& options : {objdump_tables, objdump_lines}) {
    script += "/usr/bin/objdump \"$@\"";
    for (const std::string& option : options) script += ' ' + option;
    script += " \"$object\" || ended $?\n";
  }
  command.argv = {"/bin/bash", "-c", script, "tables", "/out/student.o"};
  // With an explicit format, objdump loads no plugins to detect it, which would take most of the
  // time.
#if defined(__x86_64__)
  command.argv.push_back("--target=elf64-x86-64");
#elif defined(__aarch64__)
  command.argv.push_back("--target=elf64-littleaarch64");
#endif
  const Ended ended = sandbox_.run(command);
  // As for a failed compiler, fair_build decides whose fault it is.
  build.end = compiler_end("objdump", ended, "");
  if (build.end == CompilerEnd::made) return ended.output;
  build.verdict = Verdict::compile_error;
  build.output =
      build.end == CompilerEnd::stalled ? "objdump did nothing any more\n"
      : build.end == CompilerEnd::limited
          ? "the compiled file is too large to be looked through: its functions and calls fill "
            "more "
            "than 64 MiB as text. Does a template or a macro unfold without end?\n"
          : "objdump cannot read the compiled file:\n" + plain_lines(ended.output, 2000) + "\n";
  return std::nullopt;
}

std::optional<std::vector<std::string>> Toolchain::find_uses(
    Build& build, const Lab& lab, const fs::path& out,
    const std::optional<fs::path>& engine) const {
  CompiledFile file;
  file.submission = build.submission;
  if (refuses_names(build, out / "student.o")) return std::nullopt;
  const auto tables = read_tables(build, out);
  if (!tables) return std::nullopt;
  read_object(*tables, file.host);
  std::error_code none;  // on the CPU there is no such folder
  for (const auto& entry : fs::directory_iterator(out / device_code_folder, none)) {
    if (entry.path().extension() != ".ptx") continue;
    std::ostringstream ptx;
    ptx << std::ifstream(entry.path()).rdbuf();
    DeviceCode code = parse_device_code(ptx.str());
    file.device.kernels.merge(code.kernels);
    file.device.unclear |= code.unclear;
  }
  if (fs::exists(out / device_code_folder)) {
    std::ostringstream list;
    list << std::ifstream(out / opened_files).rdbuf();
    file.opened = files_opened(list.str());
    if (file.opened.empty()) {
      build.end = CompilerEnd::odd;
      build.verdict = Verdict::compile_error;
      build.output = "nvcc does not tell which files it opened\n";
      return std::nullopt;
    }
  }
  std::vector<std::string> entries;
  for (const Task& task : lab.tasks) entries.push_back(task.signature.entry);
  build.libraries = library_uses(file, entries);
  if (engine) {
    const std::set<std::string> exported = exported_symbols(*engine);
    build.unlisted = unlisted_uses(file.host, exported, file.submission);
    std::ofstream list(out / host_functions_file);
    for (const HostFunction& function : host_functions(file.host, exported))
      list << function.symbol << ' ' << function.name << '\n';
  }
  return missing_functions(file.host);
}

}  // namespace warpgrade
