#include "course/due_time.h"

#include <ctime>
#include <regex>

namespace warpgrade {

std::optional<std::int64_t> instant_of(const std::string& text) {
  static const std::regex form(
      R"((\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)? ?(Z|([+-])(\d\d):?(\d\d))?)");
  std::smatch m;
  if (!std::regex_match(text, m, form)) return std::nullopt;
  const auto number = [&](std::size_t group) {
    return m[group].matched ? std::stoi(m[group].str()) : 0;
  };
  std::tm time{};
  time.tm_year = number(1) - 1900;
  time.tm_mon = number(2) - 1;
  time.tm_mday = number(3);
  time.tm_hour = number(4);
  time.tm_min = number(5);
  time.tm_sec = number(6);
  time.tm_isdst = -1;
  const std::tm asked = time;
  const std::time_t utc = ::timegm(&time);
  // timegm makes March 2 of February 30.
  if (time.tm_mday != asked.tm_mday || time.tm_mon != asked.tm_mon || time.tm_hour != asked.tm_hour)
    return std::nullopt;
  if (m[7].matched) {
    const std::int64_t offset = (number(9) * 60 + number(10)) * 60;
    return utc - (m[8] == "-" ? -offset : offset);
  }
  std::tm local = asked;
  return ::mktime(&local);
}

std::string with_offset_of(const std::string& like, const std::string& time) {
  static const std::regex offset(R"(.*T.*([+-])(\d\d):?(\d\d))");
  std::smatch m;
  const auto instant = instant_of(time);
  if (!instant || time.back() != 'Z' || !std::regex_match(like, m, offset)) return time;
  const int seconds = (std::stoi(m[2]) * 60 + std::stoi(m[3])) * 60;
  const std::time_t local = *instant + (m[1] == "-" ? -seconds : seconds);
  std::tm parts{};
  ::gmtime_r(&local, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M", &parts);
  return text + m[1].str() + m[2].str() + ":" + m[3].str();
}

}  // namespace warpgrade
