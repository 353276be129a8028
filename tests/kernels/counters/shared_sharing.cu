// Values of 8 and 16 bytes in shared memory that several lanes load, or that not all lanes touch. A
// warp has them in halves and quarters, or in larger parts if neighboring lanes want the same.
#include "shared_patterns.cuh"

#define LOADS(name, type, distance, from) \
  SOME_LANES(name, type, (distance)*threads, true, (distance)*t, (distance) * (from))
#define SOME(name, type, active, place) SOME_LANES(name, type, threads, active, place, place)

LOADS(shared_floats_broadcast, float, 1, t / 32 * 32);
LOADS(shared_doubles_broadcast, double, 1, t / 32 * 32);
LOADS(shared_doubles_one_a_half, double, 1, t / 16 * 16);
LOADS(shared_doubles_pairs, double, 1, t / 2);
LOADS(shared_doubles_pairs_apart, double, 2, t / 2);
LOADS(shared_doubles_pairs_but_one, double, 1, t / 2 + 9 * (t % 32 == 0));
LOADS(shared_doubles_pairs_across, double, 1, t / 4 * 2 + t % 2);
LOADS(shared_doubles_pairs_mixed, double, 1, t % 32 < 16 ? t / 2 : t / 4 * 2 + t % 2);
LOADS(shared_doubles_fours_across, double, 1, t / 8 * 4 + t % 4);
LOADS(shared_doubles_halves, double, 1, t % 16);
LOADS(shared_float4_broadcast, float4, 1, t / 32 * 32);
LOADS(shared_float4_pairs, float4, 1, t / 2);
LOADS(shared_float4_pairs_across, float4, 1, t / 4 * 2 + t % 2);
LOADS(shared_float4_fours, float4, 1, t / 4);
LOADS(shared_float4_quarters, float4, 1, t % 8);

SOME(shared_doubles_first_half, double, t % 32 < 16, t);
SOME(shared_doubles_even_lanes, double, t % 2 == 0, t / 2);
SOME(shared_doubles_lone_pairs, double, t % 4 < 2, t / 4 * 2 + t % 2);
SOME(shared_doubles_every_fourth, double, t % 4 == 0, t / 4);
SOME(shared_float4_even_lanes, float4, t % 2 == 0, t / 2);
SOME(shared_float4_every_fourth, float4, t % 4 == 0, t / 4);

int main() { return run_all(); }
