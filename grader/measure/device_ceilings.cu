// Prints four numbers of the first GPU: bytes per second of a copy within the device's memory
// (reads and writes counted), floating-point operations per second in float and in double (a
// multiply-add counted twice), and bytes per second of a copy from pinned host memory. Medians.
#include "device_ceilings.cuh"

int main() {
  const MeasuredCeilings found = measure_ceilings(0);
  std::printf("%.6g %.6g %.6g %.6g\n", found.bytes_per_second, found.flops_f32, found.flops_f64,
              measure_host_copies());
}
