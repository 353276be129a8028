// How students disguise code that is not theirs, done by a program.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace warpgrade::similar::study {

struct Disguise {
  const char* name;  // what is changed
  std::function<std::string(const std::string&)> make;
};

/// For whole files.
const std::vector<Disguise>& disguises();

/// For one function, which a friend might hand over.
const std::vector<Disguise>& disguises_of_a_function();

/// The longest one of a file.
std::string longest_function(const std::string& text);

}  // namespace warpgrade::similar::study
