// Causes as data: an id and facts. Code that chooses, groups, counts or sorts uses these, never
// words; only code that displays a cause asks for its words.
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
  std::string id;                            // "race.block"; empty: nothing to say
  std::map<std::string, std::string> facts;  // by name: numbers, arrays, indices, threads

  bool known() const { return !id.empty(); }
  /// The fact of that name; may be empty.
  std::string fact(std::string_view name) const {
    const auto found = facts.find(std::string(name));
    return found == facts.end() ? std::string() : found->second;
  }
  bool operator==(const Cause&) const = default;
};

/// The causes of one case, task or measurement, in the order in which they are shown.
using Causes = std::vector<Cause>;

struct Fact {
  const char* name;
  std::string value;

  Fact(const char* its_name, std::string its_value) : name(its_name), value(std::move(its_value)) {}
  Fact(const char* its_name, std::integral auto number)
      : name(its_name), value(std::to_string(number)) {}
};

/// Makes a cause; empty facts are left out.
Cause because(std::string id, std::initializer_list<Fact> facts = {});

/// A cause that is only known as text: from a grade of an earlier version, a lab's reference, a
/// driver.
Cause in_text(std::string text);
/// The same as a list; empty for an empty text.
Causes as_text(std::string text);

bool has(const Causes& causes, std::string_view id);

/// The cause that explains the mistake, not the wrong value shown before a pattern. An unknown
/// cause if `causes` is empty.
const Cause& find_main_cause(const Causes& causes);

/// Whether it describes one wrong value and no pattern.
bool is_one_value(const Cause& cause);

/// Removes questions that a tried fix has answered.
Causes without_questions(Causes causes);

/// A key that is equal for causes with the same mistake, whatever their numbers, arrays and places.
std::string cause_key(const Cause& cause);

/// The rank of a cause. Of two causes at one place, the one with the higher rank is more
/// informative and decides the remedy. 0: unknown id.
unsigned cause_rank(const Cause& cause);

/// What happened and what to do, in a few sentences. `other`: the conflicting access's place
/// ("dot.cu:31"); may be empty.
std::string describe(const Cause& cause, const std::string& other = "");

/// Only what happened.
std::string what_happened(const Cause& cause, const std::string& other = "");

/// Like describe(), one line per cause; a cause that continues a sentence stays on its line.
std::string describe(const Causes& causes);

/// For tests: from now on the words of each cause are its id. Only displayed text may differ then.
void print_ids_only(bool only);

}  // namespace warpgrade
