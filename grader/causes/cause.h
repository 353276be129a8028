// Why something is as it is, as data: an id and what is known beside it. Whoever chooses, groups,
// counts or sorts goes by these, never by words; whoever shows it asks for the words.
#pragma once

#include <concepts>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpgrade {

struct Cause {
  std::string id;                            // "race.block"; "": nothing to say
  std::map<std::string, std::string> facts;  // by name: numbers, arrays, indices, threads

  bool known() const { return !id.empty(); }
  /// The fact of that name; or "".
  std::string fact(std::string_view name) const {
    const auto found = facts.find(std::string(name));
    return found == facts.end() ? std::string() : found->second;
  }
  bool operator==(const Cause&) const = default;
};

/// What is told of one case, one task, one measurement: in the order in which it is told.
using Causes = std::vector<Cause>;

struct Fact {
  const char* name;
  std::string value;

  Fact(const char* its_name, std::string its_value) : name(its_name), value(std::move(its_value)) {}
  Fact(const char* its_name, std::integral auto number)
      : name(its_name), value(std::to_string(number)) {}
};

/// Empty facts are left out.
Cause because(std::string id, std::initializer_list<Fact> facts = {});

/// What comes as a text, of which no id is known: from a grade of an earlier version, a lab's
/// reference, a driver.
Cause in_text(std::string text);
/// Of "" nothing.
Causes as_text(std::string text);

bool has(const Causes& causes, std::string_view id);

/// The one that speaks of the mistake: not the one wrong value that stands before a pattern. Of
/// what is empty one that is not known.
const Cause& find_main_cause(const Causes& causes);

/// Whether it tells of one wrong value, and of no pattern.
bool is_one_value(const Cause& cause);

/// Without what they ask where a remedy that was tried has answered it.
Causes without_questions(Causes causes);

/// Equal for causes that are the same mistake, whatever numbers, arrays and places they have.
std::string cause_key(const Cause& cause);

/// Of two causes found at one place the one of the higher rank tells more, and decides the remedy.
/// 0: of no known id.
unsigned cause_rank(const Cause& cause);

/// What happened and what to do, in a few sentences. `other` is the place of the other party where
/// there is one ("dot.cu:31"), or "".
std::string describe(const Cause& cause, const std::string& other = "");

/// Of these only what happened.
std::string what_happened(const Cause& cause, const std::string& other = "");

/// As describe(), of each a line; of what goes on with a sentence the same line.
std::string describe(const Causes& causes);

/// For tests: from now on the words of each cause are its id. Nothing but what is shown may then be
/// different.
void print_ids_only(bool only);

}  // namespace warpgrade
