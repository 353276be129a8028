// Why something is as it is, as data: an id and what is known beside it. Whoever chooses, groups,
// counts or sorts goes by these, never by words; whoever shows it asks for the words.
#pragma once

#include <map>
#include <string>
#include <string_view>

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

/// Of two causes found at one place the one of the higher rank tells more, and decides the remedy.
/// 0: of no known id.
unsigned rank_of(const Cause& cause);

/// What happened and what to do, in a few sentences. `other` is the place of the other party where
/// there is one ("dot.cu:31"), or "".
std::string words_of(const Cause& cause, const std::string& other = "");

}  // namespace warpgrade
