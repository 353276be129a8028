#include "similar/words.h"

#include <fmt/format.h>

namespace warpgrade::similar {

std::string hand_in_name(const HandIn& hand_in) {
  const Student& s = hand_in.student;
  std::string text = s.name.empty() || s.name == s.id ? s.id : s.name + " (" + s.id + ")";
  for (const std::string& other : s.others) text += " + " + other;
  if (hand_in.attempt > 1) text += fmt::format(", attempt {}", hand_in.attempt);
  if (!hand_in.origin.empty()) text += ", of " + hand_in.origin;
  return text;
}

std::string place_text(const Place& place, const std::vector<SourceFile>& sources) {
  const std::string file = place.file > 0 && place.file < sources.size()
                               ? " of " + sources[place.file].name
                               : std::string();
  return place.first == place.last ? fmt::format("line {}{}", place.first, file)
                                   : fmt::format("lines {} to {}{}", place.first, place.last, file);
}

}  // namespace warpgrade::similar
