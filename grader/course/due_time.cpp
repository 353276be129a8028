#include "course/due_time.h"

#include <ctime>
#include <vector>

#include "base/fault.h"
#include "base/regex.h"

namespace warpgrade {

namespace {

/// The offset of this machine's time zone at that time: "+01:00".
std::string local_offset(std::time_t instant) {
  std::tm parts{};
  ::localtime_r(&instant, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%z", &parts);
  return std::string(text).insert(3, ":");
}

}  // namespace

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
