#include "findings/compiler_message.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace warpgrade {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Parses the number at the beginning of `text`; 0 if it is not a valid line number.
int parse_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// g++ writes "file:12:5" before its ": error: ", nvcc "file(12)".
void set_place(CompilerMessage& message, std::string_view place) {
  std::string_view file = place;
  std::array<int, 2> numbers = {0, 0};  // column (or the line alone), line
  std::size_t found = 0;
  if (!file.empty() && file.back() == ')') {
    const std::size_t open = file.rfind('(');
    if (open == std::string_view::npos) return;
    std::string_view digits = file.substr(open + 1);
    numbers[found++] = parse_number(digits);
    file = file.substr(0, open);
  } else {
    while (found < 2) {
      const std::size_t colon = file.rfind(':');
      if (colon == std::string_view::npos || colon + 1 == file.size()) break;
      std::string_view digits = file.substr(colon + 1);
      if (!std::all_of(digits.begin(), digits.end(), is_digit)) break;
      numbers[found++] = parse_number(digits);
      file = file.substr(0, colon);
    }
  }
  if (found == 0) return;
  message.file = file;
  message.line = numbers[found - 1];
  message.column = found == 2 ? numbers[0] : 0;
}

/// A message without the quoted names, which the student chose.
std::string without_names(std::string_view message) {
  std::string shape;
  bool quoted = false;
  for (const char c : message) {
    if (c == '\'') quoted = !quoted;
    if (!quoted) shape += c;
  }
  return shape;
}

/// "int, const real*, T<A, B>" as three.
std::vector<std::string> split_types(std::string_view types) {
  std::vector<std::string> all;
  int depth = 0;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const char c = types[i];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (all.empty() || (c == ',' && depth == 0)) all.emplace_back();
    if (!(c == ',' && depth == 0) && !(c == ' ' && all.back().empty())) all.back() += c;
  }
  return all;
}

/// "1, 2": the parameters that take a pointer and are given one to const.
std::string lacking_const(const std::vector<std::string>& takes,
                          const std::vector<std::string>& gives) {
  std::string numbers;
  for (std::size_t i = 0; i < takes.size(); ++i)
    if (takes[i].ends_with('*') && !takes[i].starts_with("const ") && gives[i].ends_with('*') &&
        gives[i].starts_with("const "))
      numbers += (numbers.empty() ? "" : ", ") + std::to_string(i + 1);
  return numbers;
}

/// g++'s message for a launch with wrong arguments. It names a class of the engine, whose
/// parameters are the kernel's; variables passed to it are references.
std::optional<Cause> of_launch(std::string_view text) {
  constexpr std::string_view begin = "no match for call to '(simt::Launcher<", middle = ">) (";
  const std::size_t parting = text.rfind(middle), end = text.rfind(')');
  if (text.rfind(begin, 0) != 0 || parting == text.npos || parting < begin.size() ||
      end < parting + middle.size())
    return std::nullopt;
  const std::string takes(text.substr(begin.size(), parting - begin.size()));
  std::string gives(text.substr(parting + middle.size(), end - parting - middle.size()));
  std::erase(gives, '&');
  const std::vector<std::string> wanted = split_types(takes), given = split_types(gives);
  if (wanted.size() == given.size())
    return because(
        "launch.types",
        {{"takes", takes}, {"gives", gives}, {"constant", lacking_const(wanted, given)}});
  return because("launch.arguments", {{"count", static_cast<int>(wanted.size())},
                                      {"takes", takes},
                                      {"given", static_cast<int>(given.size())},
                                      {"gives", gives}});
}

/// g++'s messages for `kernel<<4, 256>>(x)` and `kernel<4, 256>(x)`: it parses a shifted or
/// compared function.
bool shifts_kernel(std::string_view text) {
  const bool shifts = text.rfind("no match for 'operator<<' (", 0) == 0 ||
                      text.rfind("no match for 'operator<' (", 0) == 0 ||
                      (text.rfind("invalid operands of types ", 0) == 0 &&
                       text.find("binary 'operator<<'") != text.npos);
  const std::size_t type = text.find(" 'void(");
  return shifts && type != text.npos && type < text.find(" and ");
}

/// Matches "note: 'std::span' is only available from C++20 onwards", "… only available with
/// '-std=c++20'".
bool is_of_later_standard(std::string_view text) {
  return text.find("only available") != text.npos &&
         (text.find("C++2") != text.npos || text.find("c++2") != text.npos);
}

/// Without such a note: unknown names from C++20's library and language.
bool is_later_name(std::string_view text) {
  constexpr std::array library = {
      "span",           "ranges",         "views",     "numbers",        "format",
      "bit_cast",       "midpoint",       "lerp",      "ssize",          "popcount",
      "countl_zero",    "bit_ceil",       "bit_width", "bit_floor",      "barrier",
      "latch",          "jthread",        "integral",  "floating_point", "source_location",
      "remove_cvref_t", "type_identity_t"};
  constexpr std::array language = {"concept",   "requires", "consteval", "constinit",
                                   "co_return", "co_await", "co_yield",  "char8_t"};
  const auto names = [&](const auto& all, const std::string& before, const std::string& after) {
    return std::any_of(all.begin(), all.end(), [&](const char* name) {
      return text.find(before + name + after) != text.npos;
    });
  };
  return names(library, "namespace \"std\" has no member \"", "\"") ||
         names(library, "'", "' is not a member of 'std'") ||
         names(library, "'std::", "' has not been declared") ||
         names(language, "identifier \"", "\" is undefined") ||
         names(language, "'", "' does not name a type") ||
         names(language, "'", "' was not declared in this scope");
}

/// Without the parameters by which the engine's functions learn where they were called.
std::string without_places(std::string text) {
  for (const std::string_view places : {", const char*, int)", "(const char*, int)"}) {
    const std::size_t at = text.find(places);
    if (text.find("cudaError_t cuda") == text.npos || at == text.npos) continue;
    text.replace(at, places.size(), places.front() == '(' ? "()" : ")");
  }
  return text;
}

Cause classify_message(std::string_view with_places) {
  const std::string text = without_places(std::string(with_places));
  if (text.find("extended-lambda") != text.npos)
    return because("code.extended-lambda", {{"text", text}});
  if (is_of_later_standard(text) || is_later_name(text))
    return because("code.later-standard", {{"text", text}});
  if (const auto launch = of_launch(text)) return *launch;
  if (shifts_kernel(text)) return because("launch.brackets");
  constexpr std::string_view missing = ": No such file or directory";
  if (const auto at = text.find(missing); at != text.npos)
    return because("include.missing", {{"file", text.substr(0, at)}});
  if (text.rfind("ld returned ", 0) == 0) return because("link.failed");
  return because("code.error", {{"text", text}, {"shape", without_names(text)}});
}

// Parses linker messages, which are not marked as errors:
// [/usr/bin/ld: ]matmul.cu:15: undefined reference to `parts(int, int)'
// [/usr/bin/ld: ]PLACE: multiple definition of `main'; student.o:matmul.cu:20: first defined here
std::optional<CompilerMessage> of_linker(std::string_view line) {
  const std::size_t undefined = line.find("undefined reference to `");
  const std::size_t multiple = line.find("multiple definition of `");
  const std::size_t at = std::min(undefined, multiple);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view quoted = line.substr(line.find('`', at) + 1);
  const std::string symbol(quoted.substr(0, quoted.find('\'')));
  const auto place_before = [&](std::size_t end) {
    std::string_view place = line.substr(0, end);
    if (place.size() >= 2 && place.substr(place.size() - 2) == ": ") place.remove_suffix(2);
    if (const std::size_t blank = place.rfind(' '); blank != std::string_view::npos)
      place.remove_prefix(blank + 1);
    if (const std::size_t object = place.rfind(".o:"); object != std::string_view::npos)
      place.remove_prefix(object + 3);
    return place;
  };
  CompilerMessage message;
  message.error = true;
  if (at == undefined) {
    message.cause = because("link.undefined", {{"symbol", symbol}});
    set_place(message, place_before(at));
    return message;
  }
  message.cause = because(symbol == "main" ? "link.main" : "link.twice", {{"symbol", symbol}});
  // The grader's own object is linked after the student's, so the first definition is the
  // student's.
  if (const std::size_t first = line.rfind(": first defined here"); first != std::string_view::npos)
    set_place(message, place_before(first));
  return message;
}

/// The text between the first two of these quotes.
std::string_view between(std::string_view text, char quote) {
  const std::size_t open = text.find(quote), close = text.find(quote, open + 1);
  return close == text.npos ? std::string_view() : text.substr(open + 1, close - open - 1);
}

/// The unknown name in a message of g++ or nvcc; empty for other messages.
std::string_view unknown_name(std::string_view text) {
  if (text.find("' was not declared in this scope") != text.npos) return between(text, '\'');
  if (text.rfind("identifier \"", 0) == 0 && text.find("\" is undefined") != text.npos)
    return between(text, '"');
  return {};
}

/// Arguments of the call of `name` on that line; empty if they do not end there.
std::string call_arguments(std::string_view line, std::string_view name) {
  const std::size_t open = line.find('(', line.find(name));
  int depth = 0;
  for (std::size_t at = open; at < line.size(); ++at) {
    if (line[at] == '(') ++depth;
    if (line[at] == ')' && --depth == 0) return std::string(line.substr(open + 1, at - open - 1));
  }
  return {};
}

/// A hint for intrinsics that CUDA replaced by ones that end in _sync; empty for other names.
std::string hint_for_old_intrinsic(std::string_view name, std::string_view line) {
  constexpr std::array shuffles = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor"};
  constexpr std::array votes = {"__ballot", "__any", "__all"};
  if (std::find(shuffles.begin(), shuffles.end(), name) == shuffles.end() &&
      std::find(votes.begin(), votes.end(), name) == votes.end())
    return {};
  const std::string given = call_arguments(line, name);
  return "did you mean " + std::string(name) + "_sync(0xffffffff, " +
         (given.empty() ? "…" : given) + ")?";
}

/// For an atomic that is given what it is to change, not where that is; else "".
std::string hint_for_atomic(std::string_view text, std::string_view line) {
  const std::size_t at = line.find("atomic");
  if (at == line.npos) return {};
  const std::size_t open = line.find('(', at);
  const std::string name(line.substr(at, open - at)), given = call_arguments(line, name);
  const bool unmatched = text.rfind("no matching function for call to '" + name + "(", 0) == 0 ||
                         text.rfind("no instance of overloaded function \"" + name, 0) == 0;
  if (!unmatched || given.empty() || given.front() == '&') return {};
  // g++ says what it is given: `real&, real&`.
  const std::string_view types = text.substr(std::min(text.find('('), text.size()));
  const bool pointer = types.substr(0, types.find(',')).find('*') != types.npos;
  if (given.front() == '*') return "did you mean " + name + "(" + given.substr(1) + ")?";
  if (pointer || types.empty()) return {};
  return "did you mean " + name + "(&" + given + ")?";
}

/// The header of a name of the standard library that is often forgotten.
std::string_view forgotten_header(std::string_view name) {
  using NameAndHeader = std::pair<std::string_view, std::string_view>;
  constexpr std::array headers = {
      NameAndHeader{"cout", "iostream"},      NameAndHeader{"cerr", "iostream"},
      NameAndHeader{"endl", "iostream"},      NameAndHeader{"cin", "iostream"},
      NameAndHeader{"vector", "vector"},      NameAndHeader{"string", "string"},
      NameAndHeader{"array", "array"},        NameAndHeader{"map", "map"},
      NameAndHeader{"min", "algorithm"},      NameAndHeader{"max", "algorithm"},
      NameAndHeader{"swap", "utility"},       NameAndHeader{"fill", "algorithm"},
      NameAndHeader{"accumulate", "numeric"}, NameAndHeader{"sqrt", "cmath"},
      NameAndHeader{"abs", "cmath"},          NameAndHeader{"numeric_limits", "limits"},
      NameAndHeader{"unique_ptr", "memory"}};
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const NameAndHeader& each) { return each.first == name; });
  return found == headers.end() ? std::string_view() : found->second;
}

/// The name before a launch's or a call's parentheses.
std::string called_in(std::string_view line) {
  const std::size_t open = line.find('(');
  std::size_t end = std::min(open, line.size());
  while (end > 0 && line[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && in_name(line[begin - 1])) --begin;
  return std::string(line.substr(begin, end - begin));
}

/// Adds a hint that requires the message's source lines.
void add_hint(CompilerMessage& message) {
  const std::string text = message.cause.fact("text");
  const std::string line = message.excerpt.empty() ? "" : message.excerpt.front();
  if (const auto name = unknown_name(text); !name.empty())
    message.hint = hint_for_old_intrinsic(name, line);
  if (const std::string hint = hint_for_atomic(text, line); !hint.empty()) message.hint = hint;
  constexpr std::string_view member = "namespace \"std\" has no member \"";
  if (text.rfind(member, 0) == 0 && message.notes.empty()) {
    std::string_view name = std::string_view(text).substr(member.size());
    name = name.substr(0, name.find('"'));
    if (const auto header = forgotten_header(name); !header.empty())
      message.hint = "did you forget #include <" + std::string(header) + ">?";
  }
  // nvcc's counterpart of shifts_kernel().
  const bool shifts_function = std::any_of(
      message.excerpt.begin(), message.excerpt.end(),
      [](const std::string& each) { return each.find("operand types are: void (") != each.npos; });
  if (shifts_function && (text.rfind("no operator \"<<\" matches", 0) == 0 ||
                          text.rfind("no operator \"<\" matches", 0) == 0))
    message.cause = because("launch.brackets");
  if (text.rfind("a __global__ function call must be configured", 0) == 0) {
    const std::string kernel = called_in(line);
    message.hint =
        "launch it with " + (kernel.empty() ? "kernel" : kernel) + "<<<grid, block>>>(…)";
  }
  std::erase_if(message.excerpt, [](const std::string& each) {
    return each.find("operand types are: ") != each.npos;
  });
}

std::optional<CompilerMessage> parse(std::string_view line) {
  struct Word {
    std::string_view text;
    bool error;
  };
  constexpr std::array words = {Word{"fatal error", true}, Word{"catastrophic error", true},
                                Word{"error", true}, Word{"warning", false}};
  for (const Word& word : words) {
    const std::string between = ": " + std::string(word.text);
    const std::size_t at = line.find(between);
    if (at == std::string_view::npos) continue;
    std::string_view rest = line.substr(at + between.size());
    // nvcc: "warning #177-D: variable …".
    if (rest.substr(0, 2) == " #") rest.remove_prefix(std::min(rest.find(':'), rest.size()));
    if (rest.substr(0, 2) != ": ") continue;
    CompilerMessage message;
    message.error = word.error;
    message.cause = classify_message(rest.substr(2));
    set_place(message, line.substr(0, at));
    return message;
  }
  // ptxas reports no place.
  if (line.substr(0, 5) != "ptxas" || line.find("error") == std::string_view::npos)
    return of_linker(line);
  CompilerMessage message;
  message.error = true;
  message.cause = classify_message(line);
  return message;
}

}  // namespace

std::string CompilerMessage::place() const {
  if (file.empty()) return {};
  return line > 0 ? file + ":" + std::to_string(line) : file;
}

std::vector<CompilerMessage> compiler_messages(std::string_view output) {
  std::vector<CompilerMessage> messages;
  bool repeated = false, noted = false;  // noted: what follows belongs to a note
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    const std::string_view line = output.substr(0, end);
    output.remove_prefix(std::min(end + 1, output.size()));
    if (auto message = parse(line)) {
      repeated = std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& other) {
        // A note may have given the same message another cause.
        return other.place() == message->place() &&
               (other.cause == message->cause ||
                (other.cause.id == "code.later-standard" &&
                 other.cause.fact("text") == message->cause.fact("text")));
      });
      noted = false;
      if (!repeated) messages.push_back(std::move(*message));
    } else if (!messages.empty() && messages.back().cause.id == "code.error" &&
               line.find(": note: ") != line.npos && is_of_later_standard(line)) {
      messages.back().cause =
          because("code.later-standard", {{"text", messages.back().cause.fact("text")}});
    } else if (const auto note = line.find(": note: "); note != line.npos) {
      noted = true;
      constexpr std::size_t length = std::string_view(": note: ").size();
      const std::string text(line.substr(note + length));
      // Drop lists of candidates and places of declarations, which are long; keep what to include
      // or write.
      if (!repeated && !messages.empty() && text.find("did you ") != text.npos)
        messages.back().notes.push_back(text);
    } else if (!repeated && !noted && !messages.empty() && !line.empty() && line.front() == ' ') {
      messages.back().excerpt.emplace_back(line);
    }
  }
  for (CompilerMessage& message : messages) add_hint(message);
  // The compiler's final summary adds nothing to the error before it.
  if (messages.size() > 1)
    std::erase_if(messages, [](const auto& m) { return m.cause.id == "link.failed"; });
  return messages;
}

}  // namespace warpgrade
