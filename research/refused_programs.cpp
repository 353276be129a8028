// Which programs of a folder the lists of what is harmless would refuse, and by which symbol or
// line.
//
//   refused_programs FOLDER...
//
// Every .cu file below the folders is compiled as a submission's is for the check, and its object
// looked through. Nothing is run. A line for each file that is refused: by the compiler's front
// (lines with "error:" or "unsupported:" of the rules for submissions) or by what its object uses;
// then how many files use each symbol, and the sums. Files that do not compile for other reasons, a
// library or a header that is not there, are counted apart.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "toolchain/build_parts.h"
#include "toolchain/unlisted_uses.h"

namespace {

using namespace warpgrade;
namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

struct Ran {
  int status = -1;
  std::string output;
};

Ran run(const std::string& command) {
  Ran ran;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return ran;
  char part[4096];
  while (const std::size_t size = fread(part, 1, sizeof part, pipe)) ran.output.append(part, size);
  ran.status = pclose(pipe);
  return ran;
}

/// The first line in which the rules for submissions refuse something; "" where none does.
std::string refusal_in(const std::string& messages) {
  static constexpr const char* rules[] = {"as the linker has it",
                                          "gives a variable or function another name",
                                          "is not accepted",
                                          "is defined nowhere in this file",
                                          "a function of g++",
                                          "is defined before this #include",
                                          "this #include is not written out",
                                          "is a name of the CPU engine",
                                          "CUDA has no such function on a device",
                                          "assembly outside functions",
                                          "x86 instructions by name",
                                          "assembly (asm): the check cannot see it"};
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
    for (const char* rule : rules)
      if (line.find(rule) != line.npos) return line;
  return {};
}

struct Sums {
  int files = 0, not_compiled = 0, refused = 0;
  std::map<std::string, int> uses;
};

void examine_file(const fs::path& file, const std::set<std::string>& exported, Sums& sums) {
  ++sums.files;
  const std::string folder = fs::absolute(file).parent_path().string(),
                    object = fs::temp_directory_path() / "refused_programs.o";
  fs::remove(object);
  const Ran compiled = run("timeout 300 grader/simt/simtcc --untrusted --mode check -w -I" +
                           quoted(folder) + " -I" + quoted(folder + "/../include") + " -c -o " +
                           object + ' ' + quoted(file.string()) + " 2>&1");
  if (const std::string refusal = refusal_in(compiled.output); !refusal.empty()) {
    ++sums.refused;
    ++sums.uses[refusal.substr(refusal.find(": ") + 2)];
    std::printf("refused: %s: %s\n", file.c_str(), refusal.c_str());
    return;
  }
  if (compiled.status != 0) {
    ++sums.not_compiled;
    return;
  }
  ObjectCode code;
  read_object(
      run("objdump -w -t -r " + object + " && objdump -w -d -l --no-show-raw-insn " + object)
          .output,
      code);
  const auto uses = unlisted_uses(code, exported, folder);
  if (uses.empty()) return;
  ++sums.refused;
  std::printf("refused: %s:", file.c_str());
  for (const UnlistedUse& use : uses) {
    ++sums.uses[use.name];
    std::printf(" %s (%s)", use.name.c_str(), use.place.c_str());
  }
  std::printf("\n");
}

}  // namespace

int main(int count, char** words) {
  const auto exported = exported_symbols("build/runner/sealed-check.o");
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i)
    for (const auto& entry : fs::recursive_directory_iterator(words[i]))
      if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  Sums sums;
  for (const fs::path& file : files) {
    examine_file(file, exported, sums);
    std::fflush(stdout);
  }
  for (const auto& [name, times] : sums.uses) std::printf("%5d %s\n", times, name.c_str());
  std::printf("%d files, %d do not compile, %d refused\n", sums.files, sums.not_compiled,
              sums.refused);
  return 0;
}
