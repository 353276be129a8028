#include "profile/nsight_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/lines.h"

namespace warpgrade {
namespace {

using Fields = std::vector<std::string>;

/// The fields of one line; a quote within a quoted field is doubled.
Fields split_fields(std::string_view line) {
  Fields fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

/// "1,215,000,000.50": commas part thousands.
std::optional<double> number(std::string text) {
  std::erase(text, ',');
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// "(256, 1, 1)", in older versions without the brackets.
std::optional<std::array<long long, 3>> three_numbers(std::string_view text) {
  std::array<long long, 3> numbers{};
  std::size_t found = 0;
  for (const char* at = text.data(); at < text.data() + text.size() && found < 3;) {
    const auto [end, error] = std::from_chars(at, text.data() + text.size(), numbers[found]);
    if (error == std::errc{}) ++found;
    at = error == std::errc{} ? end : at + 1;
  }
  return found == 3 ? std::optional(numbers) : std::nullopt;
}

/// A title row and the positions of its columns.
class Table {
 public:
  static std::optional<Table> begun_by(std::string_view line) {
    Table table;
    table.names_ = split_fields(line);
    if (table.at("ID") == npos || table.at("Kernel Name") == npos) return std::nullopt;
    return table;
  }

  bool one_line_a_metric() const { return at("Metric Name") != npos; }

  const std::string& in(const Fields& fields, std::string_view name) const {
    static const std::string nothing;
    const std::size_t i = at(name);
    return i < fields.size() ? fields[i] : nothing;
  }

  const Fields& names() const { return names_; }

 private:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
  std::size_t at(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    return found == names_.end() ? npos : static_cast<std::size_t>(found - names_.begin());
  }
  Fields names_;
};

NsightLaunch parse_launch(const Table& table, const Fields& fields) {
  NsightLaunch launch;
  launch.kernel = table.in(fields, "Kernel Name");
  launch.grid = three_numbers(table.in(fields, "Grid Size"));
  launch.block = three_numbers(table.in(fields, "Block Size"));
  return launch;
}

void add_value(NsightLaunch& launch, const std::string& metric, const std::string& text,
               const std::string& unit) {
  if (metric.empty()) return;
  if (const auto value = number(text)) launch.values.emplace(metric, Quantity{*value, unit});
}

}  // namespace

std::vector<NsightLaunch> parse_nsight_csv(std::string_view text) {
  std::vector<NsightLaunch> launches;
  std::optional<Table> table;
  Fields units;
  std::string last_id;
  for (const std::string_view line : split_lines(text)) {
    if (auto head = Table::begun_by(line)) {  // a file may hold several tables
      table = std::move(head);
      units.clear();
      last_id.clear();
      continue;
    }
    if (!table || line.empty() || line.substr(0, 2) == "==") continue;
    const Fields fields = split_fields(line);
    const std::string& id = table->in(fields, "ID");
    if (id.empty() && !table->one_line_a_metric()) {
      units = fields;
      continue;
    }
    if (!number(id)) continue;  // output of the program
    if (!table->one_line_a_metric()) {
      launches.push_back(parse_launch(*table, fields));
      for (std::size_t i = 0; i < std::min(fields.size(), table->names().size()); ++i)
        add_value(launches.back(), table->names()[i], fields[i], i < units.size() ? units[i] : "");
      continue;
    }
    if (id != last_id || launches.empty()) launches.push_back(parse_launch(*table, fields));
    last_id = id;
    const std::string& unit = table->in(fields, "Metric Unit");
    std::string metric = table->in(fields, "Metric Name");
    // Two sections have a "Memory Throughput", one in percent and one in bytes a second.
    if (metric == "Memory Throughput" && unit != "%") metric = "Memory Bandwidth";
    add_value(launches.back(), metric, table->in(fields, "Metric Value"), unit);
  }
  return launches;
}

std::vector<std::string> nsight_errors(std::string_view text) {
  constexpr std::string_view mark = "==ERROR==";
  std::vector<std::string> errors;
  for (std::string_view line : split_lines(text)) {
    if (line.substr(0, mark.size()) != mark) continue;
    line.remove_prefix(mark.size());
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    errors.emplace_back(line);
  }
  return errors;
}

}  // namespace warpgrade
