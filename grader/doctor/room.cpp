#include "doctor/room.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "doctor/units.h"

namespace warpgrade::doctor {
namespace {

using Json = nlohmann::ordered_json;

struct Column {
  const char* figure;
  const char* head;
  const char* words;
  double unit;      // unit in the table
  bool of_the_gpu;  // otherwise of the CPU
  double least;     // smallest difference to report, even with little noise
};

constexpr Column columns_of_rates[] = {
    {"copy", "copy", "Copies within its memory", 1e9, true, 0.02},
    {"f32", "float", "Multiply-adds in float", 1e12, true, 0.02},
    {"f64", "double", "Multiply-adds in double", 1e12, true, 0.02},
    {"to_device", "to", "Copies from host to GPU", 1e9, true, 0.05},
    {"from_device", "from", "Copies from GPU to host", 1e9, true, 0.05},
    {"blas_one", "BLAS 1", "OpenBLAS with one thread", 1e9, false, 0.05},
    {"blas_all", "BLAS all", "OpenBLAS with all threads", 1e9, false, 0.15},
};

std::string text_at(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

void add_figure(RoomEntry& entry, const char* figure, const Json& of, const char* key,
                bool largest) {
  if (!of.is_object()) return;
  const auto found = of.find(key);
  if (found == of.end() || !found->is_number()) return;
  const double value = *found;
  const auto [at, is_new] = entry.figures.emplace(figure, value);
  if (!is_new) at->second = largest ? std::max(at->second, value) : std::min(at->second, value);
}

/// "2 × NVIDIA H200"; several models are joined by " and ".
std::string gpu_names(const Json& devices) {
  std::vector<std::pair<std::string, int>> models;
  for (const Json& device : devices) {
    const std::string model = text_at(device, "name");
    const auto known = std::find_if(models.begin(), models.end(),
                                    [&](const auto& one) { return one.first == model; });
    if (known == models.end())
      models.emplace_back(model, 1);
    else
      ++known->second;
  }
  std::string text;
  for (const auto& [model, count] : models)
    text += (text.empty() ? "" : " and ") + (count > 1 ? fmt::format("{} × ", count) : "") + model;
  return text.empty() ? "none" : text;
}

double noise_in(const RoomEntry& entry, const Column& column) {
  const auto found = entry.figures.find(column.of_the_gpu ? "gpu_noise" : "cpu_noise");
  return found == entry.figures.end() ? 0 : found->second;
}

const std::string& device_model(const RoomEntry& entry, bool of_the_gpu) {
  return of_the_gpu ? entry.gpu : entry.cpu;
}

/// The most common value; the first one of several.
std::string most_common(const std::vector<std::string>& values) {
  std::string best;
  std::ptrdiff_t most = 0;
  for (const std::string& value : values) {
    const auto count = std::count(values.begin(), values.end(), value);
    if (count > most) {
      most = count;
      best = value;
    }
  }
  return best;
}

void compare_software(Section& section, const std::vector<RoomEntry>& entries, const char* what,
                      std::string RoomEntry::*member) {
  std::vector<std::string> others;
  for (std::size_t i = 1; i < entries.size(); ++i)
    if (!(entries[i].*member).empty()) others.push_back(entries[i].*member);
  const std::string& own = entries.front().*member;
  const std::string usual = most_common(others);
  if (own.empty() || usual.empty() || own == usual) return;
  section.add(
      Level::remark, fmt::format("{} here: {}; most others: {}.", what, own, usual),
      "Install the same driver and toolkit on all machines of the room, or grade speed on equal "
      "ones only.");
}

const char* or_dash(const std::string& text) { return text.empty() ? "-" : text.c_str(); }

/// GPU, driver and toolkit: one line if all machines are equal, else a table.
void add_software(Section& section, const std::vector<RoomEntry>& entries) {
  const RoomEntry& own = entries.front();
  const bool alike = std::all_of(entries.begin(), entries.end(), [&](const RoomEntry& entry) {
    return entry.gpu == own.gpu && entry.driver == own.driver && entry.toolkit == own.toolkit;
  });
  if (alike) {
    section.add(
        Level::fit,
        fmt::format("All {} have {}{}{}", entries.size(), own.gpu == "none" ? "no GPU" : own.gpu,
                    own.driver.empty() ? "" : ", driver " + own.driver,
                    own.toolkit.empty() ? ", no CUDA toolkit" : ", CUDA " + own.toolkit));
    return;
  }
  Table table;
  table.head = {"", "GPU", "driver", "CUDA"};
  for (const RoomEntry& entry : entries)
    table.rows.push_back({entry.name, entry.gpu, or_dash(entry.driver), or_dash(entry.toolkit)});
  section.tables.push_back(std::move(table));
}

Table room_table(const std::vector<RoomEntry>& entries, const std::vector<Deviation>& found) {
  Table table;
  const auto is_used = [&](const char* figure) {
    return std::any_of(entries.begin(), entries.end(),
                       [&](const RoomEntry& entry) { return entry.figures.count(figure) > 0; });
  };
  table.head = {""};
  for (const Column& column : columns_of_rates)
    if (is_used(column.figure)) table.head.emplace_back(column.head);
  table.head.emplace_back("noise");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const RoomEntry& entry = entries[i];
    std::vector<std::string> row = {entry.name};
    for (const Column& column : columns_of_rates) {
      if (!is_used(column.figure)) continue;
      const auto value = entry.figures.find(column.figure);
      if (value == entry.figures.end()) {
        row.emplace_back("-");
        continue;
      }
      const auto deviation = std::find_if(found.begin(), found.end(), [&](const Deviation& d) {
        return d.entry == i && d.figure == column.figure;
      });
      std::string cell = fmt::format("{:.4g}", value->second / column.unit);
      if (deviation != found.end())
        cell = fmt::format("!{} ({:+.0f}%)", cell, 100 * (deviation->ratio - 1));
      row.push_back(cell);
    }
    const auto noise =
        entry.figures.find(entry.figures.count("gpu_noise") > 0 ? "gpu_noise" : "cpu_noise");
    row.push_back(noise == entry.figures.end() ? "-" : units::share(noise->second));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

RoomEntry room_entry(const Json& report) {
  RoomEntry entry;
  entry.name = report.at("machine").get<std::string>();
  entry.date = report.at("date").get<std::string>();
  entry.gpu = gpu_names(report.at("devices"));
  entry.toolkit = text_at(report.at("tools"), "cuda");
  const Json& cpu = report.at("cpu");
  entry.cpu = fmt::format("{}, {} cores", text_at(cpu, "name"), cpu.at("cores").get<int>());
  add_figure(entry, "blas_one", cpu, "blas_one_flops", false);
  add_figure(entry, "blas_all", cpu, "blas_all_flops", false);
  if (const auto noise = cpu.find("noise"); noise != cpu.end())
    add_figure(entry, "cpu_noise", *noise, "ratio", true);
  for (const Json& device : report.at("devices")) {
    const Json& probe = device.at("probe");
    if (const Json& facts = device.at("facts"); facts.is_object())
      entry.driver = text_at(facts, "driver_version");
    add_figure(entry, "copy", probe, "copy_bytes_per_second", false);
    add_figure(entry, "f32", probe, "flops_f32", false);
    add_figure(entry, "f64", probe, "flops_f64", false);
    add_figure(entry, "to_device", probe, "to_device_bytes_per_second", false);
    add_figure(entry, "from_device", probe, "from_device_bytes_per_second", false);
    if (const auto noise = device.find("noise"); noise != device.end())
      add_figure(entry, "gpu_noise", *noise, "ratio", true);
  }
  return entry;
}

RoomEntry read_room_entry(const std::filesystem::path& file) {
  const std::string advice = "Create it on that machine: build/warpgrade doctor --json FILE";
  std::ifstream in(file, std::ios::binary);
  if (!in) throw UsageError("--baseline " + file.string() + " cannot be read", advice);
  try {
    return room_entry(Json::parse(in));
  } catch (const nlohmann::json::exception&) {
    throw UsageError("--baseline " + file.string() + " was not written by the doctor.", advice);
  }
}

std::vector<Deviation> deviations(const std::vector<RoomEntry>& entries) {
  std::vector<Deviation> found;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (const Column& column : columns_of_rates) {
      const auto own = entries[i].figures.find(column.figure);
      if (own == entries[i].figures.end()) continue;
      std::vector<double> others, noises;
      for (std::size_t j = 0; j < entries.size(); ++j) {
        const auto other = entries[j].figures.find(column.figure);
        if (j == i || other == entries[j].figures.end() ||
            device_model(entries[j], column.of_the_gpu) !=
                device_model(entries[i], column.of_the_gpu))
          continue;
        others.push_back(other->second);
        noises.push_back(noise_in(entries[j], column));
      }
      const double usual = median(others);
      if (!(usual > 0)) continue;
      const double ratio = own->second / usual;
      const double noise = std::hypot(noise_in(entries[i], column), median(noises));
      if (std::abs(ratio - 1) > std::max(column.least, noise))
        found.push_back({i, column.figure, ratio, ratio < 1});
    }
  }
  return found;
}

Section examine_room(const std::vector<RoomEntry>& entries) {
  Section section{"room", "The room", {}, {}, {}};
  const auto found = deviations(entries);
  add_software(section, entries);
  section.tables.push_back(room_table(entries, found));
  const bool gpus = section.tables.back().head.size() > 4;
  section.tables.back().note = fmt::format(
      "The first row is this machine. {}GFLOP/s: OpenBLAS (BLAS) with one thread and with all. In "
      "brackets: differences from the others that exceed the noise.",
      gpus ? "GB/s: copy, to and from the host. TFLOP/s: float, double. " : "");
  // Without a remark, missing comparisons would look like equality.
  for (const char* noise : {"gpu_noise", "cpu_noise"}) {
    const auto own = entries.front().figures.find(noise);
    if (own == entries.front().figures.end() || own->second < 0.1) continue;
    section.add(Level::remark,
                fmt::format("Times on the {} are too noisy here ({}) to compare them with others.",
                            noise[0] == 'g' ? "GPU" : "CPU", units::share(own->second)),
                "Run the doctor again when the machine is idle.");
  }
  for (const Deviation& deviation : found) {
    if (deviation.entry != 0 || !deviation.worse) continue;
    const auto* column =
        std::find_if(std::begin(columns_of_rates), std::end(columns_of_rates),
                     [&](const Column& one) { return one.figure == deviation.figure; });
    section.add(
        Level::remark,
        fmt::format("{}: {} slower here than on equal machines.", column->words,
                    units::share(1 - deviation.ratio)),
        column->of_the_gpu
            ? "Compare this GPU with another one: nvidia-smi -q -d "
              "CLOCK,POWER,TEMPERATURE,PERFORMANCE. Until the cause is known, grade speed on "
              "the others."
            : "Check whether other programs run here, and compare power and memory settings "
              "with another machine.");
  }
  const auto alike = [&](bool of_the_gpu) {
    return std::count_if(entries.begin() + 1, entries.end(), [&](const RoomEntry& entry) {
      return device_model(entry, of_the_gpu) == device_model(entries.front(), of_the_gpu);
    });
  };
  const auto others = static_cast<std::ptrdiff_t>(entries.size()) - 1;
  if (alike(true) < others)
    section.add(
        Level::remark,
        fmt::format("{} of {} other machines have other GPUs than this one ({}): speeds are "
                    "compared between equal ones only.",
                    others - alike(true), others, entries.front().gpu),
        "Grade the speed of a course's submissions on machines of one model.");
  compare_software(section, entries, "Driver", &RoomEntry::driver);
  compare_software(section, entries, "CUDA toolkit", &RoomEntry::toolkit);
  if (std::all_of(section.remarks.begin(), section.remarks.end(),
                  [](const Remark& remark) { return remark.level == Level::fit; }))
    section.add(Level::fit, "This machine is as fast as the others, and has the same setup");
  return section;
}

}  // namespace warpgrade::doctor
