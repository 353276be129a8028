// Names of hand-ins and places in messages.
#pragma once

#include <string>
#include <vector>

#include "similar/find.h"
#include "similar/hand_in.h"

namespace warpgrade::similar {

/// "Ada Lovelace (ada), attempt 2"; with the folder's name for students of other years.
std::string hand_in_name(const HandIn& hand_in);

/// "lines 12 to 30", with the file's name if it is not the lab's.
std::string place_text(const Place& place, const std::vector<SourceFile>& sources);

}  // namespace warpgrade::similar
