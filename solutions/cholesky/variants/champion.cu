// One kernel, whose blocks wait for values and not for launches (dataflow.h), and tensor cores for
// the products: Hopper's on floats as two halves (halves.h), those for double (tensor-double.h);
// plain arithmetic elsewhere (plain.h), and cholesky_best where shared memory is too small.
//
// What limits it, up to 4096, is the chain of n roots: 64 of them, with what has to happen between
// them and the next 64, take 18,000 to 20,000 clocks, half of them for the roots themselves.
// Beyond, it is the products. One H100, against cuSOLVER in float (docs/champions.md): 1.5 at
// 256, 1.8 to 1.9 from 512 to 2048, 2.2 at 4096, 3.2 at 8192; one H200 in double: 1.3 to 1.5 from
// 256 to 8192.
#include "../cholesky.cu"

// After what they use.
#include "halves.h"
#include "plain.h"
#include "tensor-double.h"

/// Factors A if this device has room for it.
template <class Products>
bool by_tiles(int n, typename Products::Real* A, int& info) {
  if (!dataflow::fits<Products>()) return false;
  info = dataflow::factor<Products>(n, A);
  return true;
}

bool by_tensor_cores(int n, float* A, int& info) {
  return wgmma::available() && by_tiles<halves::Products>(n, A, info);
}
bool by_tensor_cores(int n, double* A, int& info) {
  return wgmma::available() && by_tiles<tensor_double::Products>(n, A, info);
}

int champion(int n, real* A) {
  if (n == 0) return 0;
  int info = -1;
  if (by_tensor_cores(n, A, info) || by_tiles<plain::Products<real>>(n, A, info)) return info;
  return cholesky_best(n, A);
}
