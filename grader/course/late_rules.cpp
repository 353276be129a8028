#include "course/late_rules.h"

#include "base/fault.h"
#include "base/regex.h"

namespace warpgrade {

Counts parse_counts(const std::string& name) {
  return name == "best"           ? Counts::best
         : name == "first"        ? Counts::first
         : name == "last-on-time" ? Counts::last_on_time
                                  : Counts::last;
}

const LateRules& CountingRules::of(const std::string& lab) const {
  const auto found = labs.find(lab);
  return found == labs.end() ? *this : found->second;
}

Amount parse_amount(const std::string& text, const std::string& option) {
  static const std::regex form(R"((\d{1,6})(?:\.(\d{1,2}))?(%?))");
  std::smatch m;
  if (!regex_match(text, m, form))
    throw UsageError(option + " " + text + " is neither a number of points nor a percentage.",
                     "Examples: " + option + " 5, " + option + " 10%.");
  std::string hundredths = m[2].str();
  hundredths.resize(2, '0');
  const long long number = std::stoll(m[1].str()) * 100 + std::stoll(hundredths);
  Amount amount;
  if (m[3].length() == 0) {
    amount.points = Points::hundredths(number);
  } else {
    amount.share = static_cast<double>(number) / 10000;
  }
  return amount;
}

}  // namespace warpgrade
