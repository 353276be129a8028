// Prints device properties that only CUDA reports, and measured rates, as one JSON object:
//     device_probe list         which devices there are
//     device_probe device N     what device N is and how fast
//     device_probe peers        copies from each device to each other
// One process per device, so that a broken or busy device does not hide the others.
// An error is printed as text, with exit status 1.
#include <cstring>
#include <string>

#include "device_ceilings.cuh"

namespace {

constexpr std::size_t transferred = on_cpu_engine ? 1 << 16 : std::size_t{256} << 20;
constexpr int samples = on_cpu_engine ? 12 : 80;

const char* separator = "";

void number(const char* key, double value) {
  std::printf("%s\"%s\": %.15g", separator, key, value);
  separator = ", ";
}

void text(const char* key, const std::string& value) {
  std::printf("%s\"%s\": \"%s\"", separator, key, value.c_str());
  separator = ", ";
}

/// The device's PCI address in NVML's notation.
std::string bus_id(const cudaDeviceProp& p) {
  char id[32];
  std::snprintf(id, sizeof id, "%08X:%02X:%02X.0", static_cast<unsigned>(p.pciDomainID),
                static_cast<unsigned>(p.pciBusID), static_cast<unsigned>(p.pciDeviceID));
  return id;
}

void print_list(int count) {
  std::printf("{\"devices\": [");
  for (int i = 0; i < count; ++i) {
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, i));
    std::printf("%s{\"bus_id\": \"%s\", \"capability\": %d}", i > 0 ? ", " : "", bus_id(p).c_str(),
                10 * p.major + p.minor);
  }
  std::printf("]}\n");
}

void print_figures(const DeviceFigures& device) {
  const cudaDeviceProp& p = device.properties;
  text("name", p.name);
  text("bus_id", bus_id(p));
  number("capability", 10 * p.major + p.minor);
  number("clock_hz", device.clock);
  number("memory_bytes", static_cast<double>(p.totalGlobalMem));
  number("l2_bytes", p.l2CacheSize);
  number("peak_bytes_per_second", device.bandwidth);
  number("multiprocessors", p.multiProcessorCount);
  number("cores_f32", device.cores);
  number("cores_f64", device.cores_double);
  number("peak_flops_f32", 2 * device.multiply_adds(device.cores));
  number("peak_flops_f64", 2 * device.multiply_adds(device.cores_double));
  number("threads_per_block", p.maxThreadsPerBlock);
  number("threads_per_multiprocessor", p.maxThreadsPerMultiProcessor);
  number("shared_bytes_per_block", static_cast<double>(p.sharedMemPerBlock));
  number("shared_bytes_on_request", device.shared_on_request);
  number("shared_bytes_per_multiprocessor", static_cast<double>(p.sharedMemPerMultiprocessor));
  number("constant_bytes", static_cast<double>(p.totalConstMem));
  number("registers_per_block", p.regsPerBlock);
}

/// Copies between the device and pinned host memory, in both directions.
void print_transfers() {
  char *device = nullptr, *host = nullptr;
  CHECK(cudaMalloc(&device, transferred));
  CHECK(cudaMallocHost(&host, transferred));
  std::memset(host, 1, transferred);
  const double bytes = static_cast<double>(transferred);
  number("to_device_bytes_per_second",
         bytes / median_seconds([&] {
           CHECK(cudaMemcpyAsync(device, host, transferred, cudaMemcpyHostToDevice));
         }));
  number("from_device_bytes_per_second",
         bytes / median_seconds([&] {
           CHECK(cudaMemcpyAsync(host, device, transferred, cudaMemcpyDeviceToHost));
         }));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(device));
}

/// Times the same kernels repeatedly; each sample takes about a millisecond.
void print_times(int multiprocessors) {
  double* memory = nullptr;
  CHECK(cudaMalloc(&memory, static_cast<std::size_t>(multiprocessors) * 8 * 256 * sizeof(double)));
  const Arithmetic<float> work(multiprocessors, memory);
  const auto four_times = [&] {
    for (int i = 0; i < 4; ++i) work();
  };
  measure_times(10, four_times);
  std::printf("%s\"kernel_seconds\": [", separator);
  const char* comma = "";
  for (const double seconds : measure_times(samples, four_times)) {
    std::printf("%s%.9g", comma, seconds);
    comma = ", ";
  }
  std::printf("]");
  CHECK(cudaFree(memory));
}

void print_device(int number_of_device) {
  DeviceFigures device;
  CHECK(cudaSetDevice(number_of_device));
  CHECK(read_figures(number_of_device, device));
  const MeasuredCeilings ceilings = measure_ceilings(number_of_device);
  std::printf("{");
  print_figures(device);
  number("copy_bytes_per_second", ceilings.bytes_per_second);
  number("flops_f32", ceilings.flops_f32);
  number("flops_f64", ceilings.flops_f64);
  print_transfers();
  print_times(device.properties.multiProcessorCount);
  std::printf("}\n");
}

void print_peers(int count) {
  std::vector<char*> memory(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    CHECK(cudaSetDevice(i));
    CHECK(cudaMalloc(&memory[static_cast<std::size_t>(i)], transferred));
  }
  std::printf("{\"peers\": [");
  const char* comma = "";
  for (int from = 0; from < count; ++from) {
    CHECK(cudaSetDevice(from));
    for (int to = 0; to < count; ++to) {
      if (from == to) continue;
      int access = 0;
      CHECK(cudaDeviceCanAccessPeer(&access, from, to));
      if (access != 0) CHECK(cudaDeviceEnablePeerAccess(to, 0));
      // Without access, the driver copies through the host.
      const double seconds = median_seconds([&] {
        CHECK(cudaMemcpyPeerAsync(memory[static_cast<std::size_t>(to)], to,
                                  memory[static_cast<std::size_t>(from)], from, transferred));
      });
      std::printf("%s{\"from\": %d, \"to\": %d, \"access\": %s, \"bytes_per_second\": %.9g}", comma,
                  from, to, access != 0 ? "true" : "false",
                  static_cast<double>(transferred) / seconds);
      comma = ", ";
    }
  }
  std::printf("]}\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  if (what == "list") {
    print_list(count);
  } else if (what == "device" && argc == 3) {
    print_device(std::atoi(argv[2]));
  } else if (what == "peers") {
    print_peers(count);
  } else {
    std::fprintf(stderr, "usage: device_probe list | device N | peers\n");
    return 2;
  }
}
