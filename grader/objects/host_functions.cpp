#include "objects/host_functions.h"

#include <algorithm>
#include <string_view>

#include "objects/cxx_library.h"
#include "objects/demangle.h"
#include "objects/libraries.h"
#include "simt/rewriter/c_library.h"

namespace warpgrade {
namespace {

using simt::rewrite::c_function;
using simt::rewrite::CFunction;

/// Whether g++ calls it only with _FORTIFY_SOURCE, which simtcc turns off: no hook is called.
bool is_fortified(std::string_view symbol) { return symbol.ends_with("_chk"); }

bool is_on_device(const std::string& symbol, const std::set<std::string>& exported) {
  // The engine was compiled with templates of the library's, which it exports, too.
  return (exported.contains(symbol) && !is_of_cxx_library(symbol)) ||
         (c_function(symbol) == CFunction::device && !is_fortified(symbol)) ||
         is_allocation(symbol) || is_compiler_arithmetic(symbol);
}

bool is_variable(const std::string& symbol) {
  if (simt::rewrite::is_c_variable(symbol) || is_runtime_variable(symbol)) return true;
  if (!symbol.starts_with("_Z")) return false;
  // A function's name has parameters. _ZT and _ZG: tables of a class, what guards a variable.
  return symbol.starts_with("_ZT") || symbol.starts_with("_ZG") ||
         demangled(symbol).find('(') == std::string::npos;
}

/// What is known to be a function, by its name or because it is called.
std::set<std::string> functions(const ObjectCode& object) {
  std::set<std::string> all;
  for (const std::string& symbol : object.undefined)
    if (symbol.starts_with("_Z") || c_function(symbol) != CFunction::unlisted ||
        is_compiler_runtime(symbol))
      all.insert(symbol);
  for (const auto& [name, section] : object.sections)
    for (const ObjectCode::Reference& reference : section.references)
      if (reference.is_call && object.undefined.contains(reference.target))
        all.insert(reference.target);
  return all;
}

/// Whether the assembler reads it as one name.
bool is_plain(const std::string& symbol) {
  return std::all_of(symbol.begin(), symbol.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// "std::string::append" of "std::__cxx11::basic_string<char, …>::append(char const*)".
std::string source_name(const std::string& symbol) {
  std::string text = demangled(symbol);
  if (text == symbol) return symbol;
  for (const char* const version : {"__cxx11::", "[abi:cxx11]"}) replace_all(text, version, "");
  for (const std::string name : {"string", "istream", "ostream", "iostream", "ios", "streambuf",
                                 "stringbuf", "istringstream", "ostringstream", "stringstream"})
    replace_all(text, "basic_" + name + "<char,", name + "<");
  std::string name;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_operator = depth == 0 && name.ends_with("operator");
    if (is_operator) {
      // All up to its parameters or template arguments: "<<", "()", " bool".
      const char* const ends = text[i] == ' ' ? "(" : " (";
      const std::size_t end = std::min(text.find_first_of(ends, i + 1), text.size());
      name += text.substr(i, end - i);
      i = end - 1;
    } else if (text[i] == '<') {
      ++depth;
    } else if (text[i] == '>') {
      --depth;
    } else if (depth == 0 && text[i] == '(') {
      break;
    } else if (depth == 0 && text[i] == ' ' && i + 1 < text.size() && text[i + 1] != '<' &&
               text[i + 1] != '(') {
      name.clear();  // that was the type of its result
    } else if (depth == 0 && text[i] != ' ') {
      name += text[i];
    }
  }
  return name.empty() || name.find_first_of("\"\\") != name.npos ? symbol : name;
}

}  // namespace

std::vector<HostFunction> host_functions(const ObjectCode& object,
                                         const std::set<std::string>& exported) {
  std::vector<HostFunction> found;
  for (const std::string& symbol : functions(object)) {
    const std::string_view library = find_symbol_library(symbol);
    const bool missing = !library.empty() && library != dynamic_loading;  // no such function here
    if (missing || !is_plain(symbol) || is_variable(symbol) || is_on_device(symbol, exported))
      continue;
    found.push_back({symbol, source_name(symbol)});
  }
  return found;
}

}  // namespace warpgrade
