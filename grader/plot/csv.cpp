#include "plot/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plot/make_figures.h"
#include "plot/quantity.h"

namespace warpgrade {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string number(double value) { return fmt::format("{}", value); }

std::vector<std::vector<std::string>> read_rows(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      row.back() += text[i++];
    else if (c == '"')
      quoted = !quoted;
    else if (quoted || (c != ',' && c != '\n'))
      row.back() += c;
    else if (c == ',')
      row.emplace_back();
    else {
      rows.push_back(std::move(row));
      row.assign(1, "");
    }
  }
  return rows;
}

}  // namespace

std::string variants_csv(const VariantsReport& report) {
  std::set<std::string> integers;
  for (const VariantResult& r : report.results)
    for (const Sizes* some : {&r.sizes, &r.arguments})
      for (const auto& [name, value] : *some) integers.insert(name);
  std::string text = "variant,backend,real";
  for (const std::string& name : integers) text += "," + name;
  text +=
      ",verdict,verified,samples,seconds,first_quartile,third_quartile,least,most,"
      "transfer_seconds,rate,unit,speedup_over_cpu,footprint_bytes,flops,bytes,returned,devices,"
      "detail\n";
  for (const VariantResult& r : report.results) {
    text += fmt::format("{},{},{}", field(r.variant), r.backend, name(r.real));
    for (const std::string& integer : integers) {
      const auto value = find_integer(r, integer);
      text += value ? fmt::format(",{}", *value) : ",";
    }
    const VariantResult* cpu = r.seconds > 0 ? find_baseline(report, r, "cpu") : nullptr;
    const auto timed = [&](double value) { return r.seconds > 0 ? number(value) : ""; };
    text += fmt::format(
        ",{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", name(r.verdict),
        r.verified ? "yes" : "no", r.times.calls, timed(r.seconds), timed(r.times.first_quartile),
        timed(r.times.third_quartile), timed(r.times.least), timed(r.times.most),
        timed(r.transfers), timed(r.rate), field(r.unit),
        cpu != nullptr ? number(cpu->seconds / r.seconds) : "", timed(footprint_bytes(report, r)),
        timed(r.work.flops), timed(r.work.bytes), r.returned, r.devices, field(r.detail));
  }
  return text;
}

std::vector<std::map<std::string, std::string>> read_csv(const std::string& text) {
  const auto rows = read_rows(text);
  std::vector<std::map<std::string, std::string>> all;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    all.emplace_back();
    for (std::size_t column = 0; column < rows[i].size() && column < rows[0].size(); ++column)
      all.back()[rows[0][column]] = rows[i][column];
  }
  return all;
}

}  // namespace warpgrade
