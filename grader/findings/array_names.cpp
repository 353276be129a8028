#include "findings/array_names.h"

#include <utility>

#include "base/lines.h"
#include "base/regex.h"

namespace warpgrade {
namespace {

/// The variable, member or element that the line allocates; empty if there are several or none.
std::string allocated_in(const std::string& line) {
  static const std::regex allocation(
      R"((?:cudaMalloc\w*|cudaHostAlloc)\s*\([^;&]*&\s*(\w+(?:(?:\.|->)\w+|\[\w+\])*)\s*[,)]|)"
      R"((\w+)\s*=\s*(?:\([^()]*\)\s*)?(?:(?:std::)?[mc]alloc\s*\(|new\s+\w+\s*\[))");
  std::smatch first, second;
  if (!regex_search(line, first, allocation)) return {};
  const std::string rest = first.suffix();
  if (regex_search(rest, second, allocation)) return {};
  return first[1].matched ? first[1].str() : first[2].str();
}

/// Whether the line is in a function, or the constructor of a class, that is used several times:
/// then the variable there stands for several arrays.
bool is_in_helper(const std::string& source, int line) {
  static const std::regex head(R"((\w+)\s*\([^;]*\{)");
  for (; line > 0; --line) {
    // Its brace may stand on a line of its own.
    std::string text(source_line(source, line));
    if (const std::string next(source_line(source, line + 1)); next.starts_with("{")) text += next;
    std::smatch found;
    if (!regex_search(text, found, head)) continue;
    const std::string name = found[1];
    if (name == "if" || name == "for" || name == "while" || name == "switch") continue;
    const std::regex use("\\b" + name + R"(\s*(<[^;>]*>)?\s*(\(|\w+\s*[({]))");
    std::string rest = source;
    int uses = 0;
    for (std::smatch each; uses < 3 && regex_search(rest, each, use); rest = each.suffix()) ++uses;
    return uses > 2;
  }
  return false;
}

/// The bytes of an element of `name` (`p`, `half.p` or `p[d]`), as the source declares the pointer;
/// 0 if unknown. `accessed`: at a time, which an element of type real has.
long long element_size(const std::string& source, const std::string& name, long long accessed) {
  static const std::pair<long long, const char*> types[] = {
      {1, "char|bool"}, {4, "float|int|unsigned"}, {8, "double|long|size_t"}};
  const std::string array = name.substr(0, name.find('['));
  const std::string declared = array.substr(array.find_last_of(".>") + 1);
  const auto points_to = [&](const std::string& type) {
    return regex_search(source,
                        std::regex("\\b(" + type + ")\\s*\\*[^;(){}]*\\b" + declared + "\\b"));
  };
  if ((accessed == 4 || accessed == 8) && points_to("real")) return accessed;
  for (const auto& [size, type] : types)
    if (points_to(type)) return size;
  return 0;
}

std::string with_names(std::string text, const std::map<std::string, std::string>& sources) {
  static const std::regex array(
      R"((?:element (\d+) \(of (\d+) bytes?\) of )?the array of (\d+ bytes?) allocated at ([^\s:]+):(\d+))");
  std::string named;
  std::smatch found;
  while (regex_search(text, found, array)) {
    const auto source = sources.find(found[4]);
    const int line = std::stoi(found[5]);
    const std::string name = source == sources.end() || is_in_helper(source->second, line)
                                 ? ""
                                 : allocated_in(std::string(source_line(source->second, line)));
    named += found.prefix();
    const bool element = found[1].matched;
    if (name.empty())
      named += element ? "element " + found[1].str() + " of the array of " +
                             std::to_string(std::stoll(found[3]) / std::stoll(found[2])) +
                             " elements allocated at " + found[4].str() + ":" + found[5].str()
                       : found.str();
    else if (!element)
      named += "`" + name + "` (" + found[3].str() + ")";
    else {
      const long long accessed = std::stoll(found[2]), byte = std::stoll(found[1]) * accessed,
                      size = element_size(source->second, name, accessed);
      named += size > 0 ? name + "[" + std::to_string(byte / size) + "]"
                        : "`" + name + "` (at byte " + std::to_string(byte) + ")";
    }
    text = found.suffix();
  }
  return named + text;
}

}  // namespace

void name_arrays(Cause& cause, const std::map<std::string, std::string>& sources) {
  for (auto& [name, value] : cause.facts)
    if (value.find(" allocated at ") != value.npos) value = with_names(value, sources);
}

}  // namespace warpgrade
