#include "measure/device_lock.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "measure/device_watch.h"
#include "measure/noise_source.h"
#include "tests/unit/catch.h"

using namespace warpgrade;

TEST_CASE("a device is one grade's at a time, across processes") {
  const std::string device = "test-" + std::to_string(getpid());
  int waits = 0;
  auto first = std::make_unique<DeviceLock>(device, [&](const std::string&) { ++waits; });
  CHECK(waits == 0);
  DeviceLock other(device + "-other", [&](const std::string&) { ++waits; });
  CHECK(waits == 0);

  const pid_t child = fork();
  if (child == 0) {
    bool waited = false;
    DeviceLock second(device, [&](const std::string&) { waited = true; });
    _exit(waited ? 7 : 8);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  int status = 0;
  CHECK(waitpid(child, &status, WNOHANG) == 0);  // still waiting
  first.reset();
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 7);
  unlink(("/tmp/warpgrade-gpu-" + device + ".lock").c_str());
  unlink(("/tmp/warpgrade-gpu-" + device + "-other.lock").c_str());
}

TEST_CASE("free devices are held first") {
  const std::string name = "test-" + std::to_string(getpid()) + "-";
  const std::vector<std::string> devices = {name + "a", name + "b", name + "c"};
  const auto remove = [&] {
    for (const auto& device : devices) unlink(("/tmp/warpgrade-gpu-" + device + ".lock").c_str());
  };
  const auto no_wait = [](const std::string&) { FAIL("there is one free"); };
  auto first = std::make_unique<HeldDevices>(devices, 1, no_wait);
  CHECK(first->which() == std::vector<std::size_t>{0});
  {
    const HeldDevices others(devices, 2, no_wait);
    CHECK(others.which() == std::vector<std::size_t>{1, 2});
    CHECK(DeviceLock::try_lock(devices[1]) == nullptr);
  }
  CHECK(DeviceLock::try_lock(devices[1]) != nullptr);

  // Who needs all waits, and is not passed by who comes later and needs one.
  std::atomic<int> order{0}, of_all{0}, of_one{0}, waiting{0};
  std::thread all([&] {
    const HeldDevices held(devices, 3, [&](const std::string& what) {
      CHECK(what == "waiting for a GPU: next in line");
      ++waiting;
    });
    of_all = ++order;
    CHECK(held.which() == std::vector<std::size_t>{0, 1, 2});
  });
  while (waiting < 1) std::this_thread::yield();
  std::thread one([&] {
    const HeldDevices held(devices, 1, [&](const std::string&) { ++waiting; });
    of_one = ++order;
  });
  while (waiting < 2) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(120));
  CHECK(order == 0);
  first.reset();
  all.join();
  one.join();
  CHECK(of_all == 1);
  CHECK(of_one == 2);
  remove();
}

TEST_CASE("the machine's own slow moments have no noise source") {
  std::vector<bool> beside, without;
  const auto asked = [](std::vector<bool>& answers) {
    return [&] {
      if (answers.empty()) return false;
      const bool next = answers.front();
      answers.erase(answers.begin());
      return next;
    };
  };
  SECTION("slow each time, and never without it") {
    beside = {true, true, true, true};
    CHECK(find_noise_source(asked(beside), asked(without)) == NoiseSource::process);
  }
  SECTION("slow a few times and then no more") {
    beside = {true, true, true, false};
    CHECK(find_noise_source(asked(beside), asked(without)) == NoiseSource::none);
  }
  SECTION("slow without it, too") {
    beside = {true, true, true, true};
    without = {false, true};
    CHECK(find_noise_source(asked(beside), asked(without)) == NoiseSource::machine);
  }
}

TEST_CASE("a neighbor on the device slows our own work down") {
  const DeviceWatch watch(0, std::nullopt);
  CHECK(watch.disturbance({}).empty());
  CHECK(watch.disturbance({{1, 1, 1}, {1.1, 1, 1.2}, {0.95, 1, 1}}).empty());
  CHECK(watch.disturbance({{1, 1, 1}, {30, 30, 30}, {1, 1, 1}}).empty());  // once may be chance
  CHECK(watch.disturbance({{2, 1, 1}, {1, 2, 1}, {1, 1, 2}}).empty());     // nor thrice elsewhere
  CHECK_THAT(
      watch.disturbance({{2, 1, 1}, {2, 1, 1}, {2.1, 1, 1}}),
      Catch::Contains("something else used the GPU") && Catch::Contains("memory took 2 times"));
  CHECK_THAT(watch.disturbance({{1, 1, 3}, {1, 1, 3}, {1, 1, 1}}),
             Catch::Contains("link to the host took 3 times"));
}
