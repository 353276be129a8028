#include "doctor/room.h"

#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/fault.h"
#include "doctor/report.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/doctor_samples.h"

using namespace warpgrade;
using namespace warpgrade::doctor;

namespace {

RoomEntry make_entry(const Machine& machine) {
  return room_entry(doctor_json(machine, examine(machine)));
}

/// Five machines of the same model.
std::vector<RoomEntry> room() {
  std::vector<RoomEntry> entries;
  for (int i = 0; i < 5; ++i) {
    Machine machine = healthy_machine();
    machine.name = "gpu0" + std::to_string(i);
    for (DeviceReport& d : machine.devices) d.probe->copy_bytes_per_second *= 1 + 0.002 * i;
    entries.push_back(make_entry(machine));
  }
  return entries;
}

bool any_remark_contains(const Section& section, const std::string& text) {
  for (const Remark& remark : section.remarks)
    if (remark.text.find(text) != remark.text.npos) return true;
  return false;
}

}  // namespace

TEST_CASE("an entry of the room is read from the doctor's JSON") {
  Machine machine = healthy_machine();
  machine.devices[1].probe->copy_bytes_per_second = 4e12;
  machine.devices[1].noise->ratio = 0.01;
  const RoomEntry entry = make_entry(machine);
  CHECK(entry.name == "gpu07");
  CHECK(entry.gpu == "2 × NVIDIA H200");
  CHECK(entry.driver == "580.95.05");
  CHECK(entry.toolkit == "13.0");
  CHECK(entry.figures.at("copy") == 4e12);  // of the slowest
  CHECK(entry.figures.at("gpu_noise") == 0.01);
  CHECK(entry.figures.at("blas_all") == 1.2e12);
  machine.devices.clear();
  CHECK(make_entry(machine).gpu == "none");
  CHECK(make_entry(machine).figures.count("copy") == 0);
}

TEST_CASE("equal machines do not differ") {
  CHECK(deviations(room()).empty());
  const Section section = examine_room(room());
  REQUIRE(section.remarks.size() == 2);
  CHECK(section.remarks[0].text == "All 5 have 2 × NVIDIA H200, driver 580.95.05, CUDA 13.0");
  CHECK(section.remarks[1].level == Level::fit);
  REQUIRE(section.tables.size() == 1);
  CHECK(section.tables.back().rows[0].size() == section.tables.back().head.size());
  CHECK(section.tables.back().rows[0][0] == "gpu00");
}

TEST_CASE("a machine slower than the median of the others is marked") {
  auto entries = room();
  entries[0].figures["copy"] *= 0.93;
  entries[2].figures["f64"] *= 0.5;
  entries[3].figures["blas_one"] *= 1.5;
  const auto found = deviations(entries);
  REQUIRE(found.size() == 3);
  CHECK(found[0].entry == 0);
  CHECK(found[0].figure == "copy");
  CHECK(found[0].worse);
  CHECK(found[0].ratio == Approx(0.925).margin(0.005));
  CHECK(found[2].entry == 3);
  CHECK_FALSE(found[2].worse);

  const Section section = examine_room(entries);
  // Remarks are only about this machine; the others' differences are marked in the table.
  REQUIRE(section.remarks.size() == 2);
  CHECK(section.remarks[1].level == Level::remark);
  CHECK(any_remark_contains(section, "Copies within its memory: 7.5 % slower here"));
  CHECK(section.tables.back().rows[0][1] == "!3964 (-7%)");
  CHECK(section.tables.back().rows[2][3] == "!16.55 (-50%)");
}

TEST_CASE("the JSON has the room's figures, with ratios of those that differ") {
  auto entries = room();
  entries[0].figures["copy"] *= 0.9;
  const Machine machine = healthy_machine();
  const auto json = doctor_json(machine, examine(machine), entries).at("room");
  REQUIRE(json.size() == 5);
  CHECK(json[0].at("machine") == "gpu00");
  CHECK(json[0].at("figures").at("copy").at("ratio").get<double>() == Approx(0.895).margin(0.005));
  CHECK(json[0].at("figures").at("f32").at("value") == 64.5e12);
  CHECK(json[0].at("figures").at("f32").at("ratio").is_null());
  CHECK(doctor_json(machine, examine(machine)).at("room").empty());
}

TEST_CASE("differences within the noise are ignored") {
  auto entries = room();
  entries[0].figures["copy"] *= 0.93;
  entries[0].figures["gpu_noise"] = 0.09;
  CHECK(deviations(entries).empty());
  CHECK_FALSE(any_remark_contains(examine_room(entries), "too noisy"));
  entries[0].figures["gpu_noise"] = 0.3;
  CHECK(any_remark_contains(examine_room(entries), "Times on the GPU are too noisy here (30 %)"));
  entries = room();
  entries[0].figures["copy"] *= 0.985;
  CHECK(deviations(entries).empty());
}

TEST_CASE("speeds are compared between machines of the same model") {
  auto entries = room();
  entries[0].gpu = "NVIDIA A100";
  entries[0].figures["copy"] /= 3;
  entries[0].cpu = "another";
  entries[0].figures["blas_all"] /= 3;
  CHECK(deviations(entries).empty());
  const Section section = examine_room(entries);
  CHECK(any_remark_contains(section,
                            "4 of 4 other machines have other GPUs than this one (NVIDIA A100)"));

  entries = room();
  entries[0].driver = "550.1";
  entries[1].driver = "535.1";
  CHECK(any_remark_contains(examine_room(entries), "Driver here: 550.1; most others: 580.95.05."));
  entries[0].toolkit.clear();
  CHECK_FALSE(any_remark_contains(examine_room(entries), "CUDA toolkit here"));
}

TEST_CASE("a file not written by the doctor is rejected by name") {
  std::string name = "/tmp/room_XXXXXX";
  close(mkstemp(name.data()));
  for (const char* text :
       {"", "[]", "{}", "{\"machine\": 3}", "{\"machine\": \"a\", \"date\": \"b\"}"}) {
    std::ofstream(name) << text;
    CHECK_THROWS_AS(read_room_entry(name), UsageError);
  }
  std::ofstream(name) << doctor_json(healthy_machine(), examine(healthy_machine())).dump();
  CHECK(read_room_entry(name).name == "gpu07");
  unlink(name.c_str());
  CHECK_THROWS_AS(read_room_entry(name), UsageError);
}
