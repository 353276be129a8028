// The contract of the lab "poisson": −Δu = f on a cube, by Jacobi's iteration. This is the only
// file that yours has to include.
//
// Grid     The cube [−1, 1]³ with N points along each edge, the walls included, so that neighbors
//          are δ = 2/(N − 1) apart; delta2 is δ². All arrays are N×N×N, row-major and contiguous:
//              u[i][j][k] is u[(i * N + j) * N + k]
//          and belongs to the point x = −1 + k·δ, y = −1 + j·δ, z = −1 + i·δ: k runs along x and
//          is the fastest, i along z and is the slowest. N³ may exceed what an int can hold:
//          compute indices in 64 bits. (No graded case is that large.) A report that speaks of
//          row r and column c of u means i = r / N, j = r % N and k = c.
// Sweep    One sweep replaces at the same time every u[i][j][k] with 1 ≤ i, j, k ≤ N − 2 by
//              (the sum of its six neighbors + δ²·f[i][j][k]) / 6,
//          where the neighbors are those from before the sweep. The other points are the walls:
//          they are never changed.
// Arrays   f is only read. u and u_old hold the same start at entry, walls included. At exit the
//          result is in u, after an odd number of sweeps too; u_old may hold anything.
// Zero     No sweeps: the result is the start. N = 0, 1 and 2: every point is a wall, there is
//          nothing to compute, and a launch with an empty grid is an error.
// Norm     The functions with a tolerance look, after each sweep, at the sum of (u − u_old)² over
//          all points: how much that sweep changed. No root is taken. They stop as soon as it is
//          ≤ tolerance, but after max_iterations at the latest, and return the number of sweeps
//          done. A tolerance < 0 never stops (so that no sum is needed). max_iterations = 0: they
//          return 0. Where every point is a wall the sum is empty, 0: with a tolerance ≥ 0 they
//          stop after sweep 1, with one < 0 after max_iterations. In float the number may be off
//          by one; u then is what belongs to the number of sweeps that were done.
// Memory   All pointers are 256-byte aligned. Nothing outside the arrays is read or written. What
//          a function allocates, it frees.
// Finished poisson_naive may return as soon as its work is enqueued on the default stream. A
//          function that returns a number has waited for it.
#pragma once

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

/// The number type that everything is computed in: float, or double with -DWARPGRADE_REAL=double.
using real = WARPGRADE_REAL;

/// Task 1. Device pointers. One thread for each point, one launch for each sweep.
void poisson_naive(int N, int iterations, real delta2, const real* f, real* u, real* u_old);

/// Task 2. Device pointers. As task 1, and stops by the norm (above). Returns the sweeps done.
int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old);

/// Task 3. HOST pointers. u holds the start at entry and the result at exit. Two devices, 0 and 1,
/// half of the grid each; on a machine with one device both halves lie on that one. Device 0 is
/// current at entry and at exit.
void poisson_dual(int N, int iterations, real delta2, const real* f, real* u);

/// Task 4. Device pointers. As poisson_norm, as fast as you can, with anything but a library.
int poisson_best(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old);
