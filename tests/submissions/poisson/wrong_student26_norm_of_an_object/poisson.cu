#include "poisson.h"

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <utility>

static void require(cudaError_t status) {
    if (status != cudaSuccess)
        throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
}

/// One number in device memory, which goes away with its owner.
template <class T>
class DeviceScalar {
public:
    DeviceScalar() { require(cudaMalloc(&data_, sizeof(T))); }
    ~DeviceScalar() { cudaFree(data_); }
    DeviceScalar(const DeviceScalar&) = delete;
    DeviceScalar& operator=(const DeviceScalar&) = delete;

    void zero() { require(cudaMemset(data_, 0, sizeof(T))); }
    T value() const {
        T host;
        require(cudaMemcpy(&host, data_, sizeof(T), cudaMemcpyDeviceToHost));
        return host;
    }
    T* get() { return data_; }

private:
    T* data_ = nullptr;
};

struct Shape {
    int N;
    __host__ __device__ long long at(int i, int j, int k) const {
        return (static_cast<long long>(i) * N + j) * N + k;
    }
    __host__ __device__ bool inner(int i, int j, int k) const {
        return i < N - 1 && j < N - 1 && k < N - 1;
    }
};

__device__ double sumOfBlock(double x) {
    __shared__ double ofWarp[32];
    const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int threads = blockDim.x * blockDim.y * blockDim.z;

    for (int delta = 16; delta > 0; delta /= 2) x += __shfl_down_sync(0xffffffff, x, delta);
    if (thread % 32 == 0) ofWarp[thread / 32] = x;
    __syncthreads();
    if (thread < 32) {
        x = thread < threads / 32 ? ofWarp[thread] : 0.0;
        for (int delta = 16; delta > 0; delta /= 2) x += __shfl_down_sync(0xffffffff, x, delta);
    }
    return x;
}

__global__ void sweepWithNorm(Shape s, real delta2, const real* f, const real* before, real* after,
                              double* norm) {
    const int k = 1 + blockIdx.x * blockDim.x + threadIdx.x;
    const int j = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    const int i = 1 + blockIdx.z * blockDim.z + threadIdx.z;
    double change = 0;
    if (s.inner(i, j, k)) {
        const real neighbors = before[s.at(i - 1, j, k)] + before[s.at(i + 1, j, k)] +
                               before[s.at(i, j - 1, k)] + before[s.at(i, j + 1, k)] +
                               before[s.at(i, j, k - 1)] + before[s.at(i, j, k + 1)];
        const real x = (neighbors + delta2 * f[s.at(i, j, k)]) / 6;
        after[s.at(i, j, k)] = x;
        change = double(x) - double(before[s.at(i, j, k)]);
    }
    const double sum = sumOfBlock(change * change);
    if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) atomicAdd(norm, sum);
}

int poisson_norm(int N, int max_iterations, real tolerance, real delta2, const real* f, real* u,
                 real* u_old) {
    if (N < 3) {
        if (max_iterations > 0 && tolerance >= 0) return 1;
        return max_iterations;
    }

    const Shape shape{N};
    const dim3 block(32, 4, 2);
    const dim3 grid((N - 2 + 31) / 32, (N - 2 + 3) / 4, (N - 2 + 1) / 2);

    DeviceScalar<double> norm;
    real* newest = u;
    real* other = u_old;
    int sweeps = 0;
    norm.zero();
    while (sweeps < max_iterations) {
        sweepWithNorm<<<grid, block>>>(shape, delta2, f, newest, other, norm.get());
        require(cudaGetLastError());
        std::swap(newest, other);
        ++sweeps;
        if (norm.value() <= tolerance) break;
    }
    if (newest != u) {
        const std::size_t bytes = sizeof(real) * static_cast<std::size_t>(shape.at(N, 0, 0));
        require(cudaMemcpy(u, newest, bytes, cudaMemcpyDeviceToDevice));
    }
    require(cudaDeviceSynchronize());
    return sweeps;
}
