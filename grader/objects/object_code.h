// Analyzes an object file: what a function can reach, and the files its code comes from. The object
// must have been compiled with one section per function and with line tables.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warpgrade {

struct ObjectCode {
  /// A place in a section that contains the address of a symbol or section.
  struct Reference {
    std::uint64_t offset = 0;
    std::string target;
    bool is_call = false;
  };
  /// The start of code for that line.
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
  std::map<std::string, std::set<std::string>> symbols;  // by name: the sections that define it
  std::set<std::string> undefined;                       // undefined symbols, including weak ones
};

/// objdump's options for read_object.
inline const std::vector<std::string> objdump_tables = {"-w", "-t", "-r"};
inline const std::vector<std::string> objdump_lines = {"-w", "-d", "-l", "--no-show-raw-insn"};

/// Adds objdump's output, of either kind or both in a row.
void read_object(const std::string& dump, ObjectCode& object);

}  // namespace warpgrade
