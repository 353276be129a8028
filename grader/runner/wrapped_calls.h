// Runtime calls whose errors are recorded with the place of the call. A single list: the wrappers
// are generated from it, and the link command reads the names from this file.
#pragma once

// clang-format off
#define WARPGRADE_WRAPPED_CALLS(WRAP) \
  WRAP(cudaMalloc, (void** p, size_t n), (p, n)) \
  WRAP(cudaMallocManaged, (void** p, size_t n, unsigned f), (p, n, f)) \
  WRAP(cudaMallocHost, (void** p, size_t n), (p, n)) \
  WRAP(cudaHostAlloc, (void** p, size_t n, unsigned f), (p, n, f)) \
  WRAP(cudaMallocPitch, (void** p, size_t* pitch, size_t w, size_t h), (p, pitch, w, h)) \
  WRAP(cudaMallocAsync, (void** p, size_t n, cudaStream_t s), (p, n, s)) \
  WRAP(cudaFree, (void* p), (p)) \
  WRAP(cudaFreeHost, (void* p), (p)) \
  WRAP(cudaFreeAsync, (void* p, cudaStream_t s), (p, s)) \
  WRAP(cudaMemset, (void* p, int v, size_t n), (p, v, n)) \
  WRAP(cudaMemsetAsync, (void* p, int v, size_t n, cudaStream_t s), (p, v, n, s)) \
  WRAP(cudaMemcpy, (void* d, const void* s, size_t n, cudaMemcpyKind k), (d, s, n, k)) \
  WRAP(cudaMemcpyAsync, (void* d, const void* s, size_t n, cudaMemcpyKind k, cudaStream_t t), (d, s, n, k, t)) \
  WRAP(cudaMemcpy2D, (void* d, size_t dp, const void* s, size_t sp, size_t w, size_t h, cudaMemcpyKind k), (d, dp, s, sp, w, h, k)) \
  WRAP(cudaMemcpy2DAsync, (void* d, size_t dp, const void* s, size_t sp, size_t w, size_t h, cudaMemcpyKind k, cudaStream_t t), (d, dp, s, sp, w, h, k, t)) \
  WRAP(cudaMemcpyPeer, (void* d, int dd, const void* s, int sd, size_t n), (d, dd, s, sd, n)) \
  WRAP(cudaMemcpyPeerAsync, (void* d, int dd, const void* s, int sd, size_t n, cudaStream_t t), (d, dd, s, sd, n, t)) \
  WRAP(cudaMemcpyToSymbol, (const void* y, const void* s, size_t n, size_t o, cudaMemcpyKind k), (y, s, n, o, k)) \
  WRAP(cudaMemcpyFromSymbol, (void* d, const void* y, size_t n, size_t o, cudaMemcpyKind k), (d, y, n, o, k)) \
  WRAP(cudaDeviceSynchronize, (), ()) \
  WRAP(cudaSetDevice, (int d), (d)) \
  WRAP(cudaDeviceEnablePeerAccess, (int d, unsigned f), (d, f)) \
  WRAP(cudaFuncSetAttribute, (const void* k, cudaFuncAttribute a, int v), (k, a, v)) \
  WRAP(cudaStreamCreate, (cudaStream_t* s), (s)) \
  WRAP(cudaStreamCreateWithFlags, (cudaStream_t* s, unsigned f), (s, f)) \
  WRAP(cudaStreamDestroy, (cudaStream_t s), (s)) \
  WRAP(cudaStreamSynchronize, (cudaStream_t s), (s)) \
  WRAP(cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned f), (s, e, f)) \
  WRAP(cudaEventCreate, (cudaEvent_t* e), (e)) \
  WRAP(cudaEventRecord, (cudaEvent_t e, cudaStream_t s), (e, s)) \
  WRAP(cudaEventSynchronize, (cudaEvent_t e), (e)) \
  WRAP(cudaEventDestroy, (cudaEvent_t e), (e))
// clang-format on
