#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "base/schema.h"
#include "report/variants_table.h"

namespace warpgrade {

std::string variants_json(const VariantsReport& report) {
  using nlohmann::ordered_json;
  ordered_json json{{"schema", 1}, {"lab", report.lab}, {"environment", report.environment}};
  if (!report.date.empty()) json["date"] = report.date;
  if (report.ceilings) {
    json["ceilings"] = {{"bytes_per_second", report.ceilings->bytes_per_second},
                        {"flops_float", report.ceilings->flops_f32},
                        {"flops_double", report.ceilings->flops_f64}};
  }
  json["results"] = ordered_json::array();
  for (const VariantResult& r : report.results) {
    json["results"].push_back({{"variant", r.variant},
                               {"backend", r.backend},
                               {"real", name(r.real)},
                               {"sizes", r.sizes},
                               {"arguments", r.arguments},
                               {"verdict", name(r.verdict)},
                               {"verified", r.verified},
                               {"detail", r.detail},
                               {"seconds", r.seconds},
                               {"samples", r.samples},
                               {"transfer_seconds", r.transfers},
                               {"rate", r.rate},
                               {"unit", r.unit},
                               {"flops", r.work.flops},
                               {"bytes", r.work.bytes},
                               {"returned", r.returned},
                               {"devices", r.devices},
                               {"source", r.source}});
  }
  return json.dump(1) + "\n";
}

void add_earlier_results(VariantsReport& report, const std::filesystem::path& file) {
  const nlohmann::json json = read_json(file);
  try {
    if (json.at("schema") != 1 || json.at("lab") != report.lab)
      throw GraderError(file.string() + " holds no results of " + report.lab);
    std::vector<VariantResult> earlier;
    for (const auto& from : json.at("results")) {
      VariantResult r;
      r.variant = from.at(from.contains("variant") ? "variant" : "version");  // once its name
      r.backend = from.at("backend");
      r.real = from.at("real") == name(Real::f32) ? Real::f32 : Real::f64;
      r.sizes = from.at("sizes").get<Sizes>();
      r.arguments = from.at("arguments").get<Sizes>();
      const std::string verdict = from.at("verdict");
      const auto known = verdict_named(verdict);
      if (!known) throw GraderError(file.string() + ": no verdict is called '" + verdict + "'");
      r.verdict = *known;
      r.verified = from.at("verified");
      r.detail = from.at("detail");
      r.seconds = from.at("seconds");
      r.samples = from.at("samples").get<std::vector<double>>();
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
    // What was measured on that CPU is taken along, and so is what it was.
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
