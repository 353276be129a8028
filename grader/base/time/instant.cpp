#include "base/time/instant.h"

#include <set>

#include "base/regex.h"

namespace warpgrade {

std::optional<WrittenTime> written_time(const std::string& text) {
  static const std::regex form(
      R"((\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)? ?(Z|([+-])(\d\d):?(\d\d))?)");
  std::smatch m;
  if (!regex_match(text, m, form)) return std::nullopt;
  const auto number = [&](std::size_t group) {
    return m[group].matched ? std::stoi(m[group].str()) : 0;
  };
  WrittenTime time;
  time.has_seconds = m[6].matched;
  std::tm& parts = time.parts;
  parts.tm_year = number(1) - 1900;
  parts.tm_mon = number(2) - 1;
  parts.tm_mday = number(3);
  parts.tm_hour = number(4);
  parts.tm_min = number(5);
  parts.tm_sec = number(6);
  std::tm normal = parts;
  ::timegm(&normal);  // makes March 2 of February 30
  if (normal.tm_mday != parts.tm_mday || normal.tm_mon != parts.tm_mon ||
      normal.tm_hour != parts.tm_hour || normal.tm_min != parts.tm_min)
    return std::nullopt;
  if (m[7].matched) {
    const std::int64_t minutes = number(9) * 60 + number(10);
    if (minutes > 14 * 60 || number(10) > 59) return std::nullopt;  // no time zone is further away
    time.offset = (m[8] == "-" ? -60 : 60) * minutes;
  }
  return time;
}

std::vector<std::int64_t> local_instants(const std::tm& parts) {
  std::tm copy = parts;
  const std::time_t as_utc = ::timegm(&copy);
  std::set<std::int64_t> instants;
  for (const std::time_t near : {as_utc - 86400, as_utc + 86400}) {
    std::tm there{};
    ::localtime_r(&near, &there);
    const std::time_t instant = as_utc - there.tm_gmtoff;
    std::tm shown{};
    ::localtime_r(&instant, &shown);
    if (::timegm(&shown) == as_utc) instants.insert(instant);
  }
  return {instants.begin(), instants.end()};
}

std::optional<std::int64_t> parse_instant(const std::string& text) {
  const auto time = written_time(text);
  if (!time) return std::nullopt;
  std::tm parts = time->parts;
  if (time->offset) return ::timegm(&parts) - *time->offset;
  const std::vector<std::int64_t> instants = local_instants(parts);
  parts.tm_isdst = -1;
  return instants.empty() ? ::mktime(&parts) : instants.front();
}

std::string utc_time(std::int64_t instant) {
  const std::time_t time = instant;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace warpgrade
