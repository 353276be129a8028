#include <nlohmann/json.hpp>

#include "findings/efficiency_metric.h"
#include "profile/interpretation.h"
#include "profile/profile_page.h"

namespace warpgrade {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json sizes_json(const std::optional<std::array<long long, 3>>& sizes) {
  return sizes ? Json(*sizes) : Json(nullptr);
}

Json measured_json(const KernelProfile& k, const Work& work) {
  return {{"kernel", k.kernel},
          {"launches", k.launches},
          {"launch",
           {{"grid", sizes_json(k.grid)},
            {"block", sizes_json(k.block)},
            {"registers", or_null(k.registers)},
            {"static_shared_bytes", or_null(k.static_shared)},
            {"dynamic_shared_bytes", or_null(k.dynamic_shared)},
            {"waves", or_null(k.waves)},
            {"multiprocessors", or_null(k.multiprocessors)},
            {"meaning", read_launch(k)}}},
          {"speed_of_light",
           {{"seconds", or_null(k.seconds)},
            {"memory_percent", or_null(k.memory)},
            {"compute_percent", or_null(k.compute)},
            {"dram_percent", or_null(k.dram)},
            {"l1_percent", or_null(k.l1)},
            {"l2_percent", or_null(k.l2)},
            {"l1_hit_percent", or_null(k.l1_hits)},
            {"l2_hit_percent", or_null(k.l2_hits)},
            {"sm_hertz", or_null(k.sm_hertz)},
            {"dram_bytes", or_null(k.dram_bytes())},
            {"meaning", read_speed(k, work.bytes)}}},
          {"occupancy",
           {{"theoretical_percent", or_null(k.theoretical)},
            {"achieved_percent", or_null(k.achieved)},
            {"limited_by", k.limited_by()},
            {"blocks_by", k.blocks_by},
            {"meaning", read_occupancy(k)}}}};
}

Json counted_line(const LineCosts& line) {
  return {{"file", line.file},
          {"line", line.line},
          {"access", line.access},
          {"requests", line.requests},
          {"lanes", line.lanes},
          {"sectors", line.sectors},
          {"ideal_sectors", line.ideal_sectors},
          {"passes", line.passes},
          {"ideal_passes", line.ideal_passes}};
}

Json counted_json(const KernelCosts& k) {
  const auto metric = [&](const char* name) { return or_null(metric_value(name, {k}, k.kernel)); };
  Json occupancy = nullptr;
  if (k.occupancy)
    occupancy = {{"theoretical_percent", 100 * k.occupancy->share()},
                 {"compute_capability", k.occupancy->architecture},
                 {"warps", k.occupancy->warps},
                 {"max_warps", k.occupancy->max_warps},
                 {"limited_by", k.occupancy->limited_by},
                 {"meaning", read_counted_occupancy(k)}};
  Json lines = Json::array();
  constexpr std::size_t most = 5;
  for (const LineCosts& line : most_wasteful(k, most)) lines.push_back(counted_line(line));
  return {{"kernel", k.kernel},
          {"case", k.measured_in},
          {"launches", k.launches},
          {"launch",
           {{"blocks", ratio_or(k.blocks, k.launches, 0)},
            {"threads", k.threads},
            {"registers", k.occupancy && k.occupancy->registers > 0 ? Json(k.occupancy->registers)
                                                                    : Json(nullptr)},
            {"static_shared_bytes", k.static_shared},
            {"dynamic_shared_bytes", k.dynamic_shared},
            {"meaning", read_counted_launch(k)}}},
          {"memory",
           {{"useful_bytes", metric("useful_bytes")},
            {"traffic", metric("traffic")},
            {"bank_conflicts", metric("bank_conflicts")},
            {"meaning", read_counted_memory(k)}}},
          {"threads",
           {{"simt_efficiency", k.simt_efficiency()},
            {"divergent_branches", k.divergent_branches()},
            {"barriers_per_block", k.barriers_per_block()},
            {"meaning", read_counted_threads(k)}}},
          {"occupancy", std::move(occupancy)},
          {"wasteful_lines", std::move(lines)}};
}

}  // namespace

std::string profile_json(const ProfileResult& r) {
  Json json = {{"schema", 1},
               {"lab", r.lab},
               {"task", r.task},
               {"variant", r.variant.empty() ? Json(nullptr) : Json(r.variant)},
               {"submission", r.submission},
               {"backend", r.backend},
               {"real", name(r.real)},
               {"seed", r.seed},
               {"environment", r.environment},
               {"verdict", name(r.verdict)},
               {"detail", r.detail},
               {"case", r.case_name},
               {"sizes", r.sizes},
               {"profiler", r.profiler},
               {"unmeasured", r.unmeasured},
               {"seconds", r.samples}};
  json["measured"] = Json::array();
  for (const KernelProfile& kernel : r.measured)
    json["measured"].push_back(measured_json(kernel, r.work));
  json["counted"] = Json::array();
  for (const KernelCosts& kernel : r.counted) json["counted"].push_back(counted_json(kernel));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warpgrade
