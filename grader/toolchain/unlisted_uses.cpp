#include "toolchain/unlisted_uses.h"

#include <map>
#include <optional>
#include <string_view>

#include "objects/cxx_library.h"
#include "objects/demangle.h"
#include "objects/libraries.h"
#include "simt/rewriter/c_library.h"
#include "toolchain/compiler_text.h"

namespace warpgrade {
namespace {

bool is_harmless(std::string_view symbol) {
  using simt::rewrite::CFunction;
  // Functions of a library that is linked as missing: calling them is reported separately.
  const std::string_view library = find_symbol_library(std::string(symbol));
  return (!library.empty() && library != dynamic_loading) ||
         simt::rewrite::c_function(symbol) != CFunction::unlisted ||
         simt::rewrite::is_c_variable(symbol) || is_harmless_cxx(symbol) ||
         is_compiler_runtime(symbol);
}

/// Symbols that g++ and the engine add to any source.
bool is_usual_section(std::string_view name) {
  for (const std::string_view usual :
       {".text", ".rodata", ".data", ".bss", ".tdata", ".tbss", ".init_array", ".fini_array",
        ".eh_frame", ".gcc_except_table", ".debug", ".note", ".comment", ".group", ".rel", "simt_",
        "*UND*", "*ABS*", "*COM*"})
    if (name.starts_with(usual)) return true;
  return false;
}

/// Follows references from a use back to the student's lines.
class Places {
 public:
  Places(const ObjectCode& object, const std::string& submission)
      : object_(object), submission_(submission) {
    for (const auto& [name, section] : object.sections)
      for (const auto& reference : section.references)
        users_[reference.target].push_back({name, reference.offset});
    for (const auto& [symbol, sections] : object.symbols)
      for (const std::string& section : sections) symbols_[section].push_back(symbol);
  }

  std::string of(const std::string& symbol) const {
    std::set<std::string> seen = {symbol};
    std::vector<std::string> open = {symbol};
    for (std::size_t i = 0; i < open.size(); ++i) {
      const auto users = users_.find(open[i]);
      if (users == users_.end()) continue;
      for (const User& user : users->second) {
        if (const std::string line = line_at(user); !line.empty()) return line;
        const auto add = [&](const std::string& name) {
          if (seen.insert(name).second) open.push_back(name);
        };
        add(user.section);
        if (const auto names = symbols_.find(user.section); names != symbols_.end())
          for (const std::string& name : names->second) add(name);
      }
    }
    return {};
  }

 private:
  struct User {
    std::string section;
    std::uint64_t offset;
  };

  /// The student's last line before that place in a function.
  std::string line_at(const User& user) const {
    std::string place;
    for (const ObjectCode::Line& line : object_.sections.at(user.section).lines) {
      if (line.offset > user.offset) break;
      const std::string own = path_in_submission(line.file, submission_);
      if (!own.empty()) place = own + ':' + std::to_string(line.line);
    }
    return place;
  }

  const ObjectCode& object_;
  const std::string& submission_;
  std::map<std::string, std::vector<User>> users_;
  std::map<std::string, std::vector<std::string>> symbols_;  // by section
};

}  // namespace

std::vector<UnlistedUse> unlisted_uses(const ObjectCode& object,
                                       const std::set<std::string>& exported,
                                       const std::string& submission) {
  std::vector<UnlistedUse> uses;
  std::optional<Places> places;
  for (const std::string& symbol : object.undefined) {
    if (exported.contains(symbol) || is_harmless(symbol)) continue;
    if (!places) places.emplace(object, submission);
    uses.push_back(
        {demangled(symbol), uses.size() < most_placed_uses ? places->of(symbol) : std::string()});
  }
  std::set<std::string> sections;
  for (const auto& [name, section] : object.sections) sections.insert(name);
  for (const auto& [symbol, in] : object.symbols) sections.insert(in.begin(), in.end());
  for (const std::string& name : sections)
    if (!is_usual_section(name)) uses.push_back({"the section " + shown_name(name), ""});
  return uses;
}

}  // namespace warpgrade
