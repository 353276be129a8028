#include "course/due_time.h"

#include <ctime>
#include <set>
#include <vector>

#include "base/fault.h"
#include "base/regex.h"

namespace warpgrade {

namespace {

struct WrittenTime {
  std::tm parts{};
  bool has_seconds = false;
  std::optional<std::int64_t> offset;  // seconds east of UTC; unset: local time
};

/// A valid date and time of day, except that local clocks may skip it.
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

/// The instants at which local clocks show that time: one, two if clocks are set back, none if they
/// skip it.
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

/// The offset of this machine's time zone at that time: "+01:00".
std::string local_offset(std::time_t instant) {
  std::tm parts{};
  ::localtime_r(&instant, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%z", &parts);
  return std::string(text).insert(3, ":");
}

}  // namespace

std::optional<std::int64_t> parse_instant(const std::string& text) {
  const auto time = written_time(text);
  if (!time) return std::nullopt;
  std::tm parts = time->parts;
  if (time->offset) return ::timegm(&parts) - *time->offset;
  const std::vector<std::int64_t> instants = local_instants(parts);
  parts.tm_isdst = -1;
  return instants.empty() ? ::mktime(&parts) : instants.front();
}

DueTime due_time(const std::string& text) {
  const auto time = written_time(text);
  if (!time) {
    const bool day = written_time(text + "T23:59").has_value();
    return {
        {}, text + " is not a time. " + (day ? "Write " + text + "T23:59." : time_examples), ""};
  }
  std::tm parts = time->parts;
  const int to_its_end = time->has_seconds ? 0 : 59;
  if (time->offset) return {::timegm(&parts) - *time->offset + to_its_end, "", ""};
  const std::vector<std::int64_t> instants = local_instants(parts);
  if (instants.empty())
    return {
        {},
        text +
            " does not exist in this machine's time zone: clocks are set forward past it. Write "
            "an earlier or later time.",
        ""};
  DueTime due{instants.back() + to_its_end, "", ""};
  if (instants.size() > 1)
    due.remark = text + " occurs twice: clocks are set back. The later one counts, " + text +
                 local_offset(instants.back()) + ". For the earlier one write " + text +
                 local_offset(instants.front()) + ".";
  return due;
}

std::int64_t days_after(std::int64_t instant, int days) {
  const std::time_t time = instant;
  std::tm parts{};
  ::localtime_r(&time, &parts);
  parts.tm_mday += days;
  parts.tm_isdst = -1;
  return ::mktime(&parts);
}

std::int64_t parse_duration(const std::string& text, const std::string& option) {
  static const std::regex form(R"((\d{1,4}) ?(s|min|h|d))");
  std::smatch m;
  if (!regex_match(text, m, form))
    throw UsageError(option + " " + text + " is not a duration.",
                     "Examples: " + option + " \"5 min\", " + option + " \"1 h\".");
  return std::stoll(m[1].str()) * (m[2] == "d"     ? 86400
                                   : m[2] == "h"   ? 3600
                                   : m[2] == "min" ? 60
                                                   : 1);
}

std::string duration_text(std::int64_t seconds) {
  if (seconds % 86400 == 0 && seconds > 0) return std::to_string(seconds / 86400) + " d";
  if (seconds % 3600 == 0) return std::to_string(seconds / 3600) + " h";
  return seconds % 60 == 0 ? std::to_string(seconds / 60) + " min" : std::to_string(seconds) + " s";
}

std::string utc_time(std::int64_t instant) {
  const std::time_t time = instant;
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string local_time(std::int64_t instant) {
  const std::time_t time = instant;
  std::tm parts{};
  ::localtime_r(&time, &parts);
  char text[64];
  std::strftime(text, sizeof text, "%a %Y-%m-%d %H:%M %Z", &parts);
  return text;
}

std::string with_offset_like(const std::string& like, const std::string& time) {
  static const std::regex offset(R"(.*T.*([+-])(\d\d):?(\d\d))");
  std::smatch m;
  const auto instant = parse_instant(time);
  if (!instant || time.back() != 'Z' || !regex_match(like, m, offset)) return time;
  const int seconds = (std::stoi(m[2]) * 60 + std::stoi(m[3])) * 60;
  const std::time_t local = *instant + (m[1] == "-" ? -seconds : seconds);
  std::tm parts{};
  ::gmtime_r(&local, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M", &parts);
  return text + m[1].str() + m[2].str() + ":" + m[3].str();
}

}  // namespace warpgrade
