// Values of 1 to 16 bytes through shared memory, at several distances.
#include "shared_patterns.cuh"

#define EVERY(name, type, distance) \
  SOME_LANES(name, type, (distance)*threads, true, (distance)*t, (distance)*t)

EVERY(shared_bytes, char, 1);
EVERY(shared_bytes_stride_4, char, 4);
EVERY(shared_floats, float, 1);
EVERY(shared_floats_stride_2, float, 2);
EVERY(shared_floats_stride_3, float, 3);
EVERY(shared_floats_stride_16, float, 16);
EVERY(shared_doubles, double, 1);
EVERY(shared_doubles_stride_2, double, 2);
EVERY(shared_doubles_stride_8, double, 8);
EVERY(shared_float4, float4, 1);
EVERY(shared_float4_stride_2, float4, 2);
EVERY(shared_points, Point, 1);

int main() { return run_all(); }
