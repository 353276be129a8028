#include "toolchain/library_uses.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "objects/libraries.h"
#include "toolchain/build.h"

namespace warpgrade {
namespace {

// nvcc's registration function: it names every kernel of the file, and runs before main.
constexpr std::string_view registers_kernels = ".text.startup._ZL24__sti____cudaRegisterAllv";

bool runs_before_main(std::string_view section) {
  for (const std::string_view table : {".init_array", ".preinit_array", ".ctors"})
    if (section.starts_with(table)) return true;
  return false;
}

/// The part of ".../include/cccl/cub/block/block_reduce.cuh" that a student would include.
std::string header_name(const std::string& path) {
  const std::size_t at = path.rfind("/include/");
  std::string name = at == path.npos ? path : path.substr(at + 9);
  return name.starts_with("cccl/") ? name.substr(5) : name;
}

/// A kernel's possible names in host code: there a static one has an L before its name,
/// "_ZL6kernelPf", "_ZN3cubL6kernelPf", but not in device code.
std::vector<std::string> host_names(const std::string& kernel) {
  std::vector<std::string> names = {kernel};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 2; i < kernel.size() && kernel.starts_with("_Z"); ++i)
    if (is_digit(kernel[i]) && !is_digit(kernel[i - 1]))
      names.push_back(kernel.substr(0, i) + 'L' + kernel.substr(i));
  return names;
}

class Reach {
 public:
  Reach(const CompiledFile& file, const std::string& entry) : file_(file) {
    for (const auto& [name, section] : file.host.sections)
      if (runs_before_main(name)) visit(name, "");
    // The C++ name of any function with that name: "_Z3dotPKf" for dot.
    const std::string beginning = "_Z" + std::to_string(entry.size()) + entry;
    for (const auto& [symbol, sections] : file.host.symbols)
      if (symbol.starts_with(beginning)) visit_all(sections, "");
    while (!open_.empty()) {
      const std::string name = open_.back();
      open_.pop_back();
      examine_section(name);
    }
    for (const auto& [kernel, origins] : file.device.kernels) examine_kernel(kernel, origins);
    if (file.device.unclear) blame_what_was_opened();
  }

  std::vector<LibraryUse> uses() && { return std::move(uses_); }

 private:
  /// `place`: the student's last line on the path to it.
  void visit(const std::string& section, const std::string& place) {
    if (section == registers_kernels || !file_.host.sections.contains(section)) return;
    if (reached_.emplace(section, place).second) open_.push_back(section);
  }

  void visit_all(const std::set<std::string>& sections, const std::string& place) {
    for (const std::string& section : sections) visit(section, place);
  }

  void examine_section(const std::string& name) {
    const ObjectCode::Section& section = file_.host.sections.at(name);
    std::string place = reached_.at(name);
    auto line = section.lines.begin();
    const auto pass_lines_until = [&](std::uint64_t offset) {
      for (; line != section.lines.end() && line->offset <= offset; ++line) {
        const std::string own = path_in_submission(line->file, file_.submission);
        if (!own.empty())
          place = own + ':' + std::to_string(line->line);
        else
          note(find_header_library(line->file), place, header_name(line->file));
      }
    };
    for (const ObjectCode::Reference& reference : section.references) {
      pass_lines_until(reference.offset);
      follow(reference.target, place);
    }
    pass_lines_until(UINT64_MAX);
  }

  void follow(const std::string& target, const std::string& place) {
    if (file_.host.undefined.contains(target)) note(find_symbol_library(target), place, target);
    if (const auto symbol = file_.host.symbols.find(target); symbol != file_.host.symbols.end())
      visit_all(symbol->second, place);
    visit(target, place);
  }

  /// The kernel's place, if the task can launch it.
  std::optional<std::string> way_to(const std::string& kernel) const {
    bool named = false;
    for (const std::string& name : host_names(kernel)) {
      const auto symbol = file_.host.symbols.find(name);
      if (symbol == file_.host.symbols.end()) continue;
      named = true;
      for (const std::string& section : symbol->second)
        if (const auto at = reached_.find(section); at != reached_.end()) return at->second;
    }
    return named ? std::nullopt : std::optional<std::string>("");
  }

  void examine_kernel(const std::string& kernel, const std::set<CodeOrigin>& origins) {
    const auto way = way_to(kernel);
    if (!way) return;
    for (const CodeOrigin& origin : origins) {
      if (!path_in_submission(origin.file, file_.submission).empty()) continue;
      const std::string into = path_in_submission(origin.into, file_.submission);
      note(find_header_library(origin.file), into.empty() ? *way : into, header_name(origin.file));
    }
  }

  void blame_what_was_opened() {
    for (const std::string& header : file_.opened)
      if (path_in_submission(header, file_.submission).empty())
        note(find_header_library(header), "",
             header_name(header) + "; the PTX in its asm hides by which kernel");
  }

  void note(std::string_view library, const std::string& place, const std::string& what) {
    if (library.empty()) return;
    for (LibraryUse& use : uses_) {
      if (use.library != library) continue;
      if (use.place.empty()) use.place = place;
      return;
    }
    uses_.push_back({std::string(library), place, what});
  }

  const CompiledFile& file_;
  std::map<std::string, std::string> reached_;  // sections, with the place that leads there
  std::vector<std::string> open_;
  std::vector<LibraryUse> uses_;
};

}  // namespace

LibraryUses library_uses(const CompiledFile& file, const std::vector<std::string>& entries) {
  LibraryUses uses;
  for (const std::string& entry : entries) uses[entry] = Reach(file, entry).uses();
  return uses;
}

std::vector<std::string> missing_functions(const ObjectCode& host) {
  std::vector<std::string> missing;
  for (const std::string& symbol : host.undefined) {
    const std::string_view library = find_symbol_library(symbol);
    const bool plain = symbol.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789_") == symbol.npos;
    if (!library.empty() && library != dynamic_loading && plain) missing.push_back(symbol);
  }
  return missing;
}

}  // namespace warpgrade
