// The champion's fused sweeps on two devices, half of the planes on each. A pass of T sweeps needs
// T planes from beyond the middle: the blocks that make these store them in the other device's
// memory as well, and each device waits for the other's pass before it begins the next one. The
// norm is one sum for both: the second device adds its part to the first one's memory. No word from
// the host between two passes.
//
// What limits it: at the end of a pass each device waits for the slower one and for its event. The
// second device's half of the arrays is copied at the beginning and back at the end. Where there is
// no second device, or no way from memory to memory, one does it all.
#include "champion.cu"

namespace two {

/// One device's half: planes `first` to `first` + `count` − 1 of the grid.
struct Half {
  int device, first, count;
  const real* f;
  real *u, *u_old;  // all three as if the whole grid lay there
  cudaEvent_t swept;
};

/// A device's own copy of planes `first` to `last` − 1, made from device 0's. Frees it at the end.
class Planes {
 public:
  Planes(int device, const real* of, int N, int first, int last)
      : device_(device), before_(first * plane_size(N)) {
    const std::size_t bytes = (last - first) * plane_size(N) * sizeof(real);
    CHECK(cudaSetDevice(device));
    CHECK(cudaMalloc(&memory_, bytes));
    CHECK(cudaMemcpyPeer(memory_, device, of + before_, 0, bytes));
  }
  ~Planes() {
    CHECK(cudaSetDevice(device_));
    CHECK(cudaFree(memory_));
  }
  Planes(const Planes&) = delete;
  Planes& operator=(const Planes&) = delete;

  real* whole() const { return memory_ - before_; }

 private:
  int device_;
  long long before_;
  real* memory_ = nullptr;
};

bool possible(int N) {
  int devices = 0, there = 0, back = 0;
  CHECK(cudaGetDeviceCount(&devices));
  if (devices < 2 || N - 2 < 4 * fused::most) return false;
  CHECK(cudaDeviceCanAccessPeer(&there, 0, 1));
  CHECK(cudaDeviceCanAccessPeer(&back, 1, 0));
  return there != 0 && back != 0;
}

cudaEvent_t event_of(int device) {
  cudaEvent_t event = nullptr;
  CHECK(cudaSetDevice(device));
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}

}  // namespace two

int two_devices(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                real* u_old) {
  if (!two::possible(N)) return champion(N, max_iterations, tolerance, delta2, f, u, u_old);
  enable_peer_access(0, 1);
  enable_peer_access(1, 0);
  const int middle = 1 + (N - 2) / 2;
  int done = 0;
  {
    const int from_plane = middle - fused::most;
    CHECK(cudaSetDevice(0));
    CHECK(cudaDeviceSynchronize());  // what others have left in u and f is there
    const two::Planes f1(1, f, N, from_plane, N), u1(1, u, N, from_plane, N),
        u_old1(1, u_old, N, from_plane, N);
    CHECK(cudaDeviceSynchronize());
    const cudaEvent_t begun = two::event_of(0);
    two::Half low{0, 1, middle - 1, f, u, u_old, two::event_of(0)};
    two::Half high{1,          middle,         N - 1 - middle,  f1.whole(),
                   u1.whole(), u_old1.whole(), two::event_of(1)};
    const int multiprocessors = fused::multiprocessors();
    int passes = 0;  // in all, if nothing stops them
    int most = 0;
    const auto both = [&](const fused::Sweeps& all, int count, const real* from, real*,
                          double* norms, const double* norms_before) {
      most = all.most;
      passes = parts(max_iterations, most);
      if (norms != nullptr && norms_before == nullptr) {
        // The second device may not begin before the first one has set the norms to 0.
        CHECK(cudaSetDevice(0));
        CHECK(cudaEventRecord(begun, nullptr));
        CHECK(cudaSetDevice(1));
        CHECK(cudaStreamWaitEvent(nullptr, begun, 0));
      }
      for (two::Half* half : {&low, &high}) {
        two::Half& other = half == &low ? high : low;
        CHECK(cudaSetDevice(half->device));
        fused::Sweeps sweeps = all;
        sweeps.first = half->first;
        sweeps.count = half->count;
        sweeps.f = half->f;
        sweeps.mirror = from == u ? other.u_old : other.u;
        sweeps.mirror_first = half == &low ? middle - all.most : middle;
        sweeps.mirror_end = sweeps.mirror_first + all.most;
        const real* const mine = from == u ? half->u : half->u_old;
        real* const next = from == u ? half->u_old : half->u;
        fused::pass<fused::most>(sweeps, multiprocessors, count, mine, next, norms, norms_before);
        CHECK(cudaEventRecord(half->swept, nullptr));
      }
      for (two::Half* half : {&low, &high}) {
        CHECK(cudaSetDevice(half->device));
        CHECK(cudaStreamWaitEvent(nullptr, (half == &low ? high : low).swept, 0));
      }
      CHECK(cudaSetDevice(0));
    };
    CHECK(cudaSetDevice(0));
    done = iterate_fused(N, max_iterations, tolerance, delta2, f, u, u_old, both);
    if (done > 0) {
      const bool in_u = (passes - parts(done, most)) % 2 == 0;
      const long long offset = middle * plane_size(N);
      CHECK(cudaMemcpyPeer(u + offset, 0, (in_u ? high.u : high.u_old) + offset, 1,
                           high.count * plane_size(N) * sizeof(real)));
      CHECK(cudaDeviceSynchronize());
    }
    for (cudaEvent_t event : {begun, low.swept, high.swept}) CHECK(cudaEventDestroy(event));
  }
  CHECK(cudaSetDevice(0));
  if (done < 0) return poisson_best(N, max_iterations, tolerance, delta2, f, u, u_old);
  return done;
}
