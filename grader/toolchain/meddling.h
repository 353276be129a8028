// Calls of the system by which code can reach what is the grader's in its process.
#pragma once

#include <string>
#include <vector>

namespace warpgrade {

/// Those among an object's undefined symbols (one a line), each once.
std::vector<std::string> meddling_calls(const std::string& undefined_symbols);

}  // namespace warpgrade
