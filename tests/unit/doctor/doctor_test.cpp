#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/fault.h"
#include "doctor/report.h"
#include "report/text.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/doctor_samples.h"

using namespace warpgrade;
using namespace warpgrade::doctor;

namespace {

Style plain() {
  Style style;
  style.unicode = true;
  return style;
}

std::string report_text(const Machine& machine, const Style& style = plain()) {
  return render(machine, examine(machine), style);
}

/// Joins lines, so that text is found across line breaks.
std::string one_line(const std::string& text) {
  std::istringstream in(text);
  std::string all;
  for (std::string word; in >> word;) all += word + ' ';
  return all;
}

}  // namespace

TEST_CASE("a healthy machine is fit and its report shows the figures") {
  const Machine machine = healthy_machine();
  const auto sections = examine(machine);
  for (const Section& section : sections)
    for (const Remark& remark : section.remarks) {
      INFO(section.key << ": " << remark.text);
      CHECK(remark.level == Level::fit);
    }
  CHECK(actions(sections).empty());
  CHECK(can_grade_speed(machine));
  const std::string text = report_text(machine);
  const std::string words = one_line(text);
  for (const char* expected :
       {"gpu07: Ubuntu 24.04 LTS", "nvcc 13.0 compiles for NVIDIA H200 (compute capability 9.0)",
        "GPU 0: NVIDIA H200, ECC on, PCIe 5 x16, 46 °C under load, 1980 MHz, 512 W",
        "memory bandwidth, peak 4917.0 GB/s", "128 float, 64 double", "48 KiB, 227 KiB on request",
        "peak, float 66.9 TFLOP/s", "multiply-adds per number moved 27 float, 27 double",
        "GPU 0 4262 (87 %) 64.5 (96 %) 33.1 (99 %) 55.2/54.9 0.3 %",
        "Copies between the GPUs: 370.0 GB/s to 371.0 GB/s", "Programs in it can use the GPU",
        "matmul: 65 of 100, 35 pending (GPU, 12 s)", "Fit. It can grade correctness"}) {
    INFO(expected);
    CHECK(words.find(expected) != words.npos);
  }
  CHECK(text.find("What to do") == text.npos);
  // Two devices of the same model are described once.
  CHECK(text.find("registers per block") == text.rfind("registers per block"));
}

TEST_CASE("a report keeps to its width, and to ASCII if required") {
  Machine machine = healthy_machine();
  machine.devices[0].facts->compute_mode = "prohibited";
  machine.devices[1].facts->name = machine.devices[1].probe->name = "NVIDIA \x1b[31mX";
  for (const int width : {100, 80, 60, 40}) {
    if (width < 80) machine.devices.resize(1);  // a table of several rows may be wider
    Style style = plain();
    style.width = width;
    std::istringstream lines(report_text(machine, style));
    for (std::string line; std::getline(lines, line);) {
      INFO(line);
      // Figures and table rows have lines of their own; sentences keep to the width.
      if (line.rfind("    ", 0) != 0) CHECK(columns(line) <= std::max(width, 48));
    }
  }
  machine.devices.push_back(healthy_h200(1));
  machine.devices[1].probe->name = "NVIDIA \x1b[31mX";
  Style ascii = plain();
  ascii.unicode = false;
  const std::string text = report_text(machine, ascii);
  for (const char c : text) REQUIRE(((c >= ' ' && c <= '~') || c == '\n'));
  CHECK(text.find("  BAD  GPU 0 runs no programs") != text.npos);
  CHECK(text.find("\\x1b[31mX") != text.npos);
  CHECK(text.find("46 deg C under load") != text.npos);
}

TEST_CASE("each fault has a level, a message and a remedy") {
  struct Fault {
    const char* mentions;
    Level level;
    std::function<void(Machine&)> cause;
  };
  const Level remark = Level::remark, unfit = Level::unfit;
  const auto gpu = [](auto change) { return [change](Machine& m) { change(m.devices[0]); }; };
  const std::vector<Fault> faults = {
      {"examination failed: no room", unfit, [](Machine& m) { m.survey_errors = {"no room"}; }},
      {"There is no /usr/bin/g++", unfit, [](Machine& m) { m.compiler.reset(); }},
      {"g++ 9.4.0 is too old", unfit, [](Machine& m) { m.compiler = "9.4.0"; }},
      {"bubblewrap is missing", unfit, [](Machine& m) { m.tools[0].version.clear(); }},
      {"There is a GPU but no nvcc", remark,
       [](Machine& m) {
         m.toolkit.reset();
         for (DeviceReport& d : m.devices) d.probe.reset();
       }},
      {"CUDA toolkit 11.4 in /usr/local/cuda is too old", unfit,
       [](Machine& m) { m.toolkit->version = "11.4"; }},
      {"nvcc cannot compile a small program: unsupported", unfit,
       [](Machine& m) { m.nvcc_error = "unsupported GNU version"; }},
      {"does not know NVIDIA H200", remark,
       [](Machine& m) {
         m.toolkit->architectures = {75, 80};
       }},
      {"no longer compiles for NVIDIA H200", unfit,
       [](Machine& m) {
         m.toolkit->architectures = {100, 120};
       }},
      {"Driver 580.95.05 runs programs of CUDA 12.4, but the toolkit is 13.0", unfit,
       [](Machine& m) {
         for (DeviceReport& d : m.devices) {
           d.facts->cuda_driver_version = "12.4";
           d.probe.reset();
           d.error = "CUDA driver version is insufficient";
         }
       }},
      {"it works with a compatibility package", remark,
       [](Machine& m) { m.devices[0].facts->cuda_driver_version = "12.4"; }},
      {"cannot run a program in the sandbox: no device", unfit, gpu([](DeviceReport& d) {
         d.probe.reset();
         d.error = "no device";
       })},
      {"GPU at 00000000:1B:00.0 (NVIDIA H200) cannot run a program in the sandbox: hidden", remark,
       gpu([](DeviceReport& d) {
         d.probe.reset();
         d.number.reset();
         d.error = "hidden";
       })},
      {"ECC (memory error correction) switched off", remark,
       gpu([](DeviceReport& d) { d.facts->ecc = false; })},
      {"GPU 0 has had 2 memory errors", unfit,
       gpu([](DeviceReport& d) { d.facts->uncorrected_errors = 2; })},
      {"no spare memory rows", unfit,
       gpu([](DeviceReport& d) { d.facts->remapping_failed = true; })},
      {"will replace faulty memory rows", remark,
       gpu([](DeviceReport& d) { d.facts->remapping_pending = true; })},
      {"persistence mode is off", remark,
       gpu([](DeviceReport& d) { d.facts->persistence = false; })},
      {"compute mode: prohibited", unfit,
       gpu([](DeviceReport& d) { d.facts->compute_mode = "prohibited"; })},
      {"one program at a time", remark,
       gpu([](DeviceReport& d) { d.facts->compute_mode = "exclusive process"; })},
      {"divided (MIG)", remark, gpu([](DeviceReport& d) { d.facts->mig = true; })},
      {"used by other programs (process 4711)", remark,
       gpu([](DeviceReport& d) { d.state->processes = {{4711}}; })},
      {"was busy to 90 %", remark, gpu([](DeviceReport& d) { d.state->utilization_percent = 90; })},
      {"throttled while idle: power brake", remark,
       gpu([](DeviceReport& d) { d.state->throttle_reasons = 0x80; })},
      {"throttled under load: heat", remark,
       gpu([](DeviceReport& d) { d.load->throttle_reasons = 0x40; })},
      {"is at 84 °C; it throttles at 87 °C", remark,
       gpu([](DeviceReport& d) { d.load->temperature_c = 84; })},
      {"uses PCIe 5 x8 under load, but supports 5 x16", remark,
       gpu([](DeviceReport& d) { d.load->pcie_width = 8; })},
      {"No direct access between GPUs (0 to 1)", remark,
       [](Machine& m) { m.peers[0].access = false; }},
      {"Copies from GPU 1 to 0 reach 30.0 GB/s", remark,
       [](Machine& m) { m.peers[1].bytes_per_second = 30e9; }},
      {"Copies between the GPUs fail: lost", unfit, [](Machine& m) { m.peers_error = "lost"; }},
      {"reaches 41 % of the memory bandwidth", remark,
       gpu([](DeviceReport& d) { d.probe->copy_bytes_per_second = 2e12; })},
      {"reaches 60 % of the operations in double", remark,
       gpu([](DeviceReport& d) { d.probe->flops_f64 = 20e12; })},
      {"GPU 0 is 11 % slower than the other NVIDIA H200 of this machine: copying", remark,
       gpu([](DeviceReport& d) { d.probe->copy_bytes_per_second = 3.8e12; })},
      {"Copies between GPU 0 and the host reach 12.0 GB/s of 63.0 GB/s", remark,
       gpu([](DeviceReport& d) { d.probe->to_device_bytes_per_second = 12e9; })},
      {"Times on GPU 0 are noisy", remark, gpu([](DeviceReport& d) { d.noise->ratio = 0.05; })},
      {"Submissions cannot be isolated: no namespaces", unfit,
       [](Machine& m) {
         m.isolates = false;
         m.why_not_isolated = "no namespaces";
       }},
      {"it has no network. Instead, it printed", unfit,
       [](Machine& m) { m.trials[0].detail = "it printed \"sees eth0\""; }},
      {"see 32 cores but get the CPU time of 4", remark, [](Machine& m) { m.cpu.quota = 4; }},
      {"use 20.0 cores", remark, [](Machine& m) { m.cpu.busy_cores = 20; }},
      {"32 threads used 8.0 cores", remark, [](Machine& m) { m.cpu.blas_cores_used = 8; }},
      {"Times on the CPU are noisy", remark, [](Machine& m) { m.cpu.noise->ratio = 0.2; }},
      {"Only 512 MiB of memory free", unfit, [](Machine& m) { m.cpu.memory_free_bytes = 1 << 29; }},
      {"a submission may use", remark, [](Machine& m) { m.cpu.memory_free_bytes = 2e9; }},
      {"Only 95 MiB free in /tmp; grading needs 256 MiB", unfit,
       [](Machine& m) { m.cpu.disk_free_bytes = 1e8; }},
      {"Nothing is graded: this process may have only 16 open files.", unfit,
       [](Machine& m) {
         m.limits_error = "this process may have only 16 open files";
         m.limits_advice = "Start it with more.";
       }},
      {"Only 954 MiB free in /tmp", remark, [](Machine& m) { m.cpu.disk_free_bytes = 1e9; }},
      {"matmul: 60 of 100, 35 pending: matmul_naive is wrong", unfit,
       [](Machine& m) {
         m.labs[0] = {"matmul", "cuda", "60", "35", "100", false, "matmul_naive is wrong", 1};
       }},
      {"The machine contains a GPU by NVIDIA, but no NVIDIA driver is installed", remark,
       [](Machine& m) {
         m.devices.clear();
         m.peers.clear();
         m.gpus_on_bus = 1;
         m.why_no_gpu = "no NVIDIA driver is installed";
       }},
  };
  for (const Fault& fault : faults) {
    INFO(fault.mentions);
    Machine machine = healthy_machine();
    fault.cause(machine);
    const auto sections = examine(machine);
    CHECK(verdict(sections) == fault.level);
    CHECK_FALSE(actions(sections).empty());
    const std::string words = one_line(report_text(machine));
    CHECK(words.find(fault.mentions) != words.npos);
    CHECK(words.find(fault.level == remark ? "Fit, with remarks." : "Not fit.") != words.npos);
  }
}

TEST_CASE("values that the driver does not report are no faults") {
  Machine machine = healthy_machine();
  for (DeviceReport& device : machine.devices) {
    device.facts.emplace();
    device.state.emplace();
    device.load.emplace();
    device.noise.reset();
  }
  machine.cpu.noise.reset();
  machine.cpu.busy_cores.reset();
  machine.cpu.memory_free_bytes.reset();
  machine.cpu.disk_free_bytes.reset();
  CHECK(verdict(examine(machine)) == Level::fit);
  for (DeviceReport& device : machine.devices) device.facts.reset(), device.state.reset();
  CHECK(verdict(examine(machine)) == Level::fit);
}

TEST_CASE("a machine without a GPU can be fit") {
  Machine machine = healthy_machine();
  machine.devices.clear();
  machine.peers.clear();
  machine.gpus_on_bus = 0;
  machine.why_no_gpu = "no NVIDIA driver is installed";
  machine.toolkit.reset();
  machine.labs_state = Machine::Labs::no_solutions;
  CHECK(verdict(examine(machine)) == Level::fit);
  CHECK_FALSE(can_grade_speed(machine));
  const std::string words = one_line(report_text(machine));
  CHECK(words.find("No GPU: no NVIDIA driver is installed") != words.npos);
  CHECK(words.find("It cannot grade speed") != words.npos);
  CHECK(words.find("student's kit") != words.npos);
}

TEST_CASE("unknown values are null in the JSON") {
  Machine machine = healthy_machine();
  machine.devices[1].facts->ecc.reset();
  machine.devices[1].facts->mig = true;
  const auto json = doctor_json(machine, examine(machine));
  CHECK(json.at("schema") == 1);
  CHECK(json.at("verdict") == "fit, with remarks");
  CHECK(json.at("can_grade_speed") == true);
  CHECK(json.at("devices").at(0).at("facts").at("ecc") == true);
  CHECK(json.at("devices").at(1).at("facts").at("ecc").is_null());
  CHECK(json.at("devices").at(0).at("probe").at("copy_bytes_per_second") == 4.262e12);
  CHECK(json.at("devices").at(0).at("probe").at("kernel_seconds").size() == 80);
  CHECK(json.at("tools").at("cuda") == "13.0");
  CHECK(json.at("labs").at(0).at("full") == true);
  CHECK(json.at("actions").size() == 1);
  machine.labs_state = Machine::Labs::left_out;
  machine.toolkit.reset();
  const auto other = doctor_json(machine, examine(machine));
  CHECK(other.at("labs").is_null());
  CHECK(other.at("tools").at("cuda").is_null());
}

TEST_CASE("an incomplete answer of the probe is an error") {
  CHECK(parse_peers(R"({"peers": []})").empty());
  const auto peers =
      parse_peers(R"({"peers": [{"from": 1, "to": 0, "access": true, "bytes_per_second": 2.5}]})");
  REQUIRE(peers.size() == 1);
  CHECK(peers[0].from == 1);
  CHECK(peers[0].access);
  CHECK(peers[0].bytes_per_second == 2.5);
  for (const char* text : {"", "{", "{}", "no device", R"({"peers": [{"from": 1}]})"})
    CHECK_THROWS_AS(parse_peers(text), GraderError);
  CHECK_THROWS_AS(parse_device_probe(R"({"name": "X"})"), GraderError);
}
