// JSON's functions, compiled once for all files that share cmake/precompiled.h.
#include <nlohmann/json.hpp>

template class nlohmann::basic_json<>;
