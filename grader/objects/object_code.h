// An object file as far as it tells what a function can reach, and which files its code comes from.
// It must have been compiled with a section for each function, and with line tables.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpgrade {

struct ObjectCode {
  /// A place in a section that holds the address of a symbol or section.
  struct Reference {
    std::uint64_t offset = 0;
    std::string target;
    bool is_call = false;
  };
  /// From here on, code of that line.
  struct Line {
    std::uint64_t offset = 0;
    std::string file;
    int line = 0;
  };
  struct Section {
    std::vector<Reference> references;
    std::vector<Line> lines;
  };
  std::map<std::string, Section> sections;
  std::map<std::string, std::set<std::string>> symbols;  // the sections that define one
  std::set<std::string> undefined;                       // symbols, weak ones too
};

/// Options with which objdump prints what read_object reads.
inline const std::vector<std::string> objdump_tables = {"-w", "-t", "-r"};
inline const std::vector<std::string> objdump_lines = {"-w", "-d", "-l", "--no-show-raw-insn"};

/// Adds what objdump printed, of either kind or of one behind the other.
void read_object(const std::string& dump, ObjectCode& object);

}  // namespace warpgrade
