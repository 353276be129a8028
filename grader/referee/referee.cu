// The referee: the process that holds inputs, results and the clock of timed calls on a GPU. The
// grader starts it once per grade, and it opens the device at once. It keeps a problem's values out
// of reach of other processes (problem.cuh), lends device memory to each worker, the submission's
// and the baseline's, runs windows with it (window.cuh), and knows how long its own work usually
// takes (control.cuh).
#include <cuda_runtime.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "measure/device_ceilings.cuh"
#include "referee/control.cuh"
#include "referee/descriptor_message.h"
#include "referee/device_reference.h"
#include "referee/memory.cuh"
#include "referee/problem.cuh"
#include "referee/protocol.h"
#include "referee/window.cuh"

#ifndef WARPGRADE_HAS_DEVICE_REFERENCE
warpgrade::referee::DeviceReference* warpgrade::referee::device_reference() { return nullptr; }
#endif

namespace warpgrade::referee {
namespace {

/// The device, opened when first available.
struct Device {
  Device() {
    must(cudaSetDevice(0), "the device");
    must(cudaFree(nullptr), "the device");
  }
};

class Referee {
 public:
  /// `descriptors`: received with the message. `lent`: sent with the answer, or -1.
  void serve(const Ask& ask, const std::vector<int>& descriptors, Answer& answer, int& lent) {
    switch (ask.kind) {
      case Ask::Kind::hello:
        break;
      case Ask::Kind::arena:
        windows_.lend(ask, lent);
        break;
      case Ask::Kind::drop:
        windows_.drop(ask);
        break;
      case Ask::Kind::page:
        windows_.set_page(ask, descriptors);
        break;
      case Ask::Kind::generate:
        answer.supported = problem_.generate(ask);
        break;
      case Ask::Kind::make:
        problem_.make(ask);
        break;
      case Ask::Kind::load:
        problem_.load(descriptors);
        break;
      case Ask::Kind::window:
        answer.aborted = !windows_.run_window(ask, problem_, control_, answer.seconds);
        break;
      case Ask::Kind::results:
        problem_.load_results(ask, descriptors);
        break;
      case Ask::Kind::verify:
        problem_.verify(answer);
        break;
      case Ask::Kind::read:
        problem_.read(ask, descriptors);
        break;
      case Ask::Kind::control:
        answer.slowness = control_.slowness();
        break;
      case Ask::Kind::ceilings:
        measure_all(answer);
        break;
    }
    std::size_t free = 0, total = 0;
    must(cudaMemGetInfo(&free, &total), "the device's memory");
    answer.free_bytes = free;
    answer.total_bytes = total;
  }

 private:
  static void measure_all(Answer& answer) {
    const MeasuredCeilings found = measure_ceilings(0);
    answer.bytes_per_second = found.bytes_per_second;
    answer.flops_f32 = found.flops_f32;
    answer.flops_f64 = found.flops_f64;
  }

  Device device_;
  Windows windows_;
  Control control_;
  Problem problem_;
};

}  // namespace
}  // namespace warpgrade::referee

int main() {
  using namespace warpgrade::referee;
  std::unique_ptr<Referee> referee;
  Ask ask;
  std::vector<int> descriptors;
  while (warpgrade::receive_with_descriptors(socket_fd, ask, descriptors)) {
    Answer answer = {};
    int lent = -1;
    try {
      if (!referee) referee = std::make_unique<Referee>();
      referee->serve(ask, descriptors, answer, lent);
      answer.ok = 1;
    } catch (const std::exception& error) {
      std::snprintf(answer.error, sizeof answer.error, "%s", error.what());
      cudaGetLastError();
    }
    const std::vector<int> lent_along = lent < 0 ? std::vector<int>{} : std::vector<int>{lent};
    const bool sent = warpgrade::send_with_descriptors(socket_fd, answer, lent_along);
    if (lent >= 0) close(lent);
    if (!sent) break;
  }
  _exit(0);
}
