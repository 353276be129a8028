#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "base/json/schema.h"
#include "report/variants_table.h"

namespace warpgrade {

std::string variants_json(const VariantsReport& report, bool with_samples) {
  using nlohmann::ordered_json;
  ordered_json json{{"schema", 1}, {"lab", report.lab}, {"environment", report.environment}};
  if (!report.date.empty()) json["date"] = report.date;
  if (report.ceilings) {
    json["ceilings"] = {{"bytes_per_second", report.ceilings->bytes_per_second},
                        {"flops_float", report.ceilings->flops_f32},
                        {"flops_double", report.ceilings->flops_f64}};
  }
  // One line per result, so that a later run changes only the lines of what it measured.
  std::string text = json.dump(1);
  text.erase(text.size() - 2);
  text += ",\n \"results\": [";
  const char* separator = "\n";
  for (const VariantResult& r : report.results) {
    ordered_json result({{"variant", r.variant},
                         {"backend", r.backend},
                         {"real", name(r.real)},
                         {"sizes", r.sizes},
                         {"arguments", r.arguments},
                         {"verdict", name(r.verdict)},
                         {"verified", r.verified},
                         {"detail", r.detail},
                         {"seconds", r.seconds},
                         {"calls", r.times.calls},
                         {"quartiles", {r.times.first_quartile, r.times.third_quartile}},
                         {"extremes", {r.times.least, r.times.most}},
                         {"transfer_seconds", r.transfers},
                         {"rate", r.rate},
                         {"unit", r.unit},
                         {"flops", r.work.flops},
                         {"bytes", r.work.bytes},
                         {"returned", r.returned},
                         {"devices", r.devices},
                         {"source", r.source}});
    if (with_samples) result["samples"] = r.samples;
    text += separator + ("  " + result.dump());
    separator = ",\n";
  }
  return text + "\n ]\n}\n";
}

/// Files of earlier versions have all samples instead.
static CallTimes times_in(const nlohmann::json& from) {
  if (!from.contains("quartiles")) return summarized(from.at("samples").get<std::vector<double>>());
  const auto &quartiles = from.at("quartiles"), &extremes = from.at("extremes");
  return {from.at("calls"), quartiles.at(0), quartiles.at(1), extremes.at(0), extremes.at(1)};
}

void add_earlier_results(VariantsReport& report, const std::filesystem::path& file) {
  const nlohmann::json json = read_json(file);
  try {
    if (json.at("schema") != 1 || json.at("lab") != report.lab)
      throw GraderError(file.string() + " holds no results of " + report.lab);
    std::vector<VariantResult> earlier;
    for (const auto& from : json.at("results")) {
      VariantResult r;
      r.variant = from.at(from.contains("variant") ? "variant" : "version");  // its earlier name
      r.backend = from.at("backend");
      r.real = from.at("real") == name(Real::f32) ? Real::f32 : Real::f64;
      r.sizes = from.at("sizes").get<Sizes>();
      r.arguments = from.at("arguments").get<Sizes>();
      const std::string verdict = from.at("verdict");
      const auto known = parse_verdict(verdict);
      if (!known) throw GraderError(file.string() + ": no verdict is called '" + verdict + "'");
      r.verdict = *known;
      r.verified = from.at("verified");
      r.detail = from.at("detail");
      r.seconds = from.at("seconds");
      r.times = times_in(from);
      r.transfers = from.at("transfer_seconds");
      r.rate = from.at("rate");
      r.unit = from.at("unit");
      r.work = {from.at("flops"), from.at("bytes")};
      r.returned = from.at("returned");
      r.devices = from.at("devices");
      r.source = from.value("source", "");
      earlier.push_back(std::move(r));
    }
    if (report.date.empty()) report.date = json.value("date", "");
    report.results.insert(report.results.begin(), earlier.begin(), earlier.end());
    if (report.environment.empty())
      report.environment = json.at("environment").get<std::map<std::string, std::string>>();
    const bool same_machine =
        report.environment ==
        json.at("environment").get<std::map<std::string, std::string>>();  // g++ 13 wants the type
    // Keeps results of that CPU together with its description.
    const bool on_the_host = std::any_of(
        earlier.begin(), earlier.end(), [](const VariantResult& r) { return r.backend == "host"; });
    for (const char* key : {"cpu", "cores"})
      if (on_the_host && json.at("environment").contains(key))
        report.environment[key] = json.at("environment").at(key);
    if ((report.environment.count("gpu") == 0 || same_machine) &&
        json.at("environment").contains("gpu")) {
      report.environment = json.at("environment").get<std::map<std::string, std::string>>();
      if (json.contains("ceilings") && !report.ceilings) {
        const auto& from = json.at("ceilings");
        report.ceilings =
            Ceilings{from.at("bytes_per_second"), from.at("flops_float"), from.at("flops_double")};
      }
    }
  } catch (const nlohmann::json::exception& e) {
    throw GraderError(file.string() + ": " + e.what(),
                      "Give a file that `warpgrade run --json` wrote.");
  }
}

}  // namespace warpgrade
