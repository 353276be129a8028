// What most files of the grader include. Reading it is half of the time of a build, so it is compiled once
// for all files of one optimization level.
//
// g++ instantiates again, in each file, the templates that inline functions of these headers call. Two
// groups of functions that take long and that nobody here calls are therefore left out: C++17's special
// functions, and operator "" _json, which calls nlohmann's parser.
#pragma once

#include <version>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#define JSON_USE_GLOBAL_UDLS 0
// Leaves a declaration, and makes a template of the definition.
#define _json _json(const char*, std::size_t); template <class> nlohmann::json unused
#include <nlohmann/json.hpp>
#undef _json
extern template class nlohmann::basic_json<>;  // base/json/instance.cpp
