// People and places in words.
#pragma once

#include <string>
#include <vector>

#include "similar/find.h"
#include "similar/hand_in.h"

namespace warpgrade::similar {

/// "Ada Lovelace (ada), attempt 2"; students of other years with the folder they stand in.
std::string who(const HandIn& hand_in);

/// "lines 12 to 30", in files other than the lab's with their names.
std::string where(const Place& place, const std::vector<SourceFile>& sources);

}  // namespace warpgrade::similar
