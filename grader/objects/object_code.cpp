#include "objects/object_code.h"

#include <cstdlib>
#include <string_view>

namespace warpgrade {
namespace {

constexpr std::size_t hex_digits = 16;

/// The text between the two; "" if they do not enclose the rest of the line.
std::string_view enclosed(std::string_view line, std::string_view before, std::string_view after) {
  if (line.size() < before.size() + after.size() || !line.starts_with(before) ||
      !line.ends_with(after))
    return {};
  return line.substr(before.size(), line.size() - before.size() - after.size());
}

std::uint64_t number(std::string_view hex) {
  return std::strtoull(std::string(hex).c_str(), nullptr, 16);
}

/// Sections that lead to no code; they are most of an object.
bool is_description(std::string_view section) {
  return section.starts_with(".debug") || section.starts_with(".eh_frame");
}

class Reader {
 public:
  explicit Reader(ObjectCode& object) : object_(object) {}

  void read(std::string_view line) {
    if (line.starts_with("SYMBOL TABLE:")) {
      part_ = Part::symbols;
    } else if (const auto from = enclosed(line, "RELOCATION RECORDS FOR [", "]:"); !from.empty()) {
      begin(Part::references, from);
    } else if (const auto of = enclosed(line, "Disassembly of section ", ":"); !of.empty()) {
      begin(Part::code, of);
      place_ = {};
    } else if (part_ == Part::symbols) {
      symbol(line);
    } else if (part_ == Part::references && section_ != nullptr) {
      reference(line);
    } else if (part_ == Part::code && section_ != nullptr) {
      code(line);
    }
  }

 private:
  enum class Part { none, symbols, references, code };

  void begin(Part part, std::string_view section) {
    part_ = part;
    section_ = is_description(section) ? nullptr : &object_.sections[std::string(section)];
  }

  /// "0000000000000000 g     F .text._Z1fv\t000000000000001c .hidden _Z1fv"
  void symbol(std::string_view line) {
    constexpr std::size_t flags = 9;
    const std::size_t tab = line.find('\t');
    const std::size_t from = hex_digits + flags;
    if (tab == line.npos || tab < from || tab + hex_digits + 2 > line.size()) return;
    const std::string section{line.substr(from, tab - from)};
    std::string_view name = line.substr(tab + hex_digits + 2);
    for (const std::string_view seen : {".hidden ", ".internal ", ".protected "})
      if (name.starts_with(seen)) name.remove_prefix(seen.size());
    if (section == "*UND*")
      object_.undefined.emplace(name);
    else
      object_.symbols[std::string(name)].insert(section);
  }

  /// "0000000000000003 R_X86_64_PC32     .bss+0x00000000000000a4"
  void reference(std::string_view line) {
    const std::size_t space = line.find(' ', hex_digits + 1);
    if (space == line.npos || line.find_first_not_of("0123456789abcdef") != hex_digits) return;
    std::string_view target = line.substr(line.find_last_of(' ') + 1);
    const std::size_t sign = target.find_last_of("+-");
    if (sign != target.npos && sign > 0 && target.substr(sign + 1).starts_with("0x"))
      target = target.substr(0, sign);
    const std::string_view type = line.substr(hex_digits + 1, space - hex_digits - 1);
    const bool call =
        type == "R_X86_64_PLT32" || type == "R_AARCH64_CALL26" || type == "R_AARCH64_JUMP26";
    section_->references.push_back({number(line.substr(0, hex_digits)), std::string(target), call});
  }

  /// "/submission/dot.cu:12 (discriminator 1)", followed by its instructions, "  1f:\tcall …".
  void code(std::string_view line) {
    if (const std::size_t tab = line.find(":\t"); tab != line.npos && line.starts_with(' ')) {
      if (place_.file.empty()) return;
      place_.offset = number(line.substr(line.find_first_not_of(' '), tab));
      section_->lines.push_back(place_);
      place_ = {};
      return;
    }
    line = line.substr(0, line.find(" (discriminator"));
    const std::size_t colon = line.rfind(':');
    if (colon == line.npos || colon + 1 == line.size() || line.starts_with(' ')) return;
    const int at = std::atoi(std::string(line.substr(colon + 1)).c_str());
    if (at > 0) place_ = {0, std::string(line.substr(0, colon)), at};
  }

  ObjectCode& object_;
  ObjectCode::Section* section_ = nullptr;  // null: of no interest
  ObjectCode::Line place_;                  // of the next instruction
  Part part_ = Part::none;
};

}  // namespace

void read_object(const std::string& dump, ObjectCode& object) {
  Reader reader(object);
  const std::string_view text = dump;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    reader.read(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace warpgrade
