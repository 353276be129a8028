// Parses the lines with a problem's facts that the grader writes (protocol.h: facts).
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>

#include "referee/device_reference.h"

namespace warpgrade::referee {

inline Facts read_facts(const std::string& text) {
  Facts facts;
  std::istringstream lines(text);
  for (std::string word; lines >> word;) {
    std::string name, value;
    if (word == "entry") {
      lines >> facts.entry;
    } else if (word == "input") {
      lines >> facts.input;
    } else if (word == "judge") {
      lines >> facts.judge;
    } else if (word == "i" && lines >> name >> value) {
      facts.integers[name] = std::strtoll(value.c_str(), nullptr, 10);
    } else if (word == "r" && lines >> name >> value) {
      facts.reals[name] = std::strtod(value.c_str(), nullptr);
    } else if (word == "gamma" && lines >> name >> value) {
      facts.statistical = name == "statistical";
      facts.c = std::strtod(value.c_str(), nullptr);
    }
  }
  return facts;
}

}  // namespace warpgrade::referee
