// The result of comparing one lab.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "similar/find.h"

namespace warpgrade::similar {

struct LabFound {
  std::string lab;
  std::vector<HandIn> hand_ins;
  Found found;
};

/// Reads the files of a hand-in by index: the texts of a class are not kept in memory.
using ReadSources = std::function<std::vector<SourceFile>(const LabFound&, std::size_t)>;

}  // namespace warpgrade::similar
