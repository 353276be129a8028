#include "poisson.h"

#include <cstdlib>
#include <cstdio>

#define CUDA_CALL(x) do { if ((x) != cudaSuccess) { \
    fprintf(stderr, "Error at %s:%d\n", __FILE__, __LINE__); \
    exit(EXIT_FAILURE); } } while (0)

// what one GPU has: nz inner planes and one more on either side
struct Part {
    int gpu;
    int z0;        // plane of the whole cube which is my plane 0
    int nz;
    real *f, *a, *b;
};

__global__ void sweep(int N, int nz, real delta2, const real *f, const real *a, real *b)
{
    const int k = threadIdx.x + blockIdx.x * blockDim.x + 1;
    const int j = threadIdx.y + blockIdx.y * blockDim.y + 1;
    if (k >= N - 1 || j >= N - 1) return;
    const size_t NN = (size_t)N * N;
    // every thread goes up through its column
    for (int i = 1; i <= nz; i++) {
        const size_t c = i * NN + (size_t)j * N + k;
        b[c] = (a[c - NN] + a[c + NN] + a[c - N] + a[c + N] + a[c - 1] + a[c + 1] + delta2 * f[c]) / 6;
    }
}

static void wait_for(const Part *p)
{
    for (int d = 0; d < 2; d++) {
        CUDA_CALL(cudaSetDevice(p[d].gpu));
        CUDA_CALL(cudaDeviceSynchronize());
    }
}

void poisson_dual(int N, int iterations, real delta2, const real *f, real *u)
{
    if (N <= 2) return;
    int count;
    CUDA_CALL(cudaGetDeviceCount(&count));

    const size_t NN = (size_t)N * N;
    Part p[2];
    p[0].gpu = 0;
    p[1].gpu = count > 1;
    p[0].nz = (N - 1) / 2;
    p[1].nz = N - 2 - p[0].nz;
    p[0].z0 = 0;
    p[1].z0 = p[0].nz;

    for (int d = 0; d < 2; d++) {
        CUDA_CALL(cudaSetDevice(p[d].gpu));
        const size_t size = (p[d].nz + 2) * NN * sizeof(real);
        CUDA_CALL(cudaMalloc(&p[d].f, size));
        CUDA_CALL(cudaMalloc(&p[d].a, size));
        CUDA_CALL(cudaMalloc(&p[d].b, size));
        CUDA_CALL(cudaMemcpy(p[d].f, f, size, cudaMemcpyHostToDevice));
        CUDA_CALL(cudaMemcpy(p[d].a, u + p[d].z0 * NN, size, cudaMemcpyHostToDevice));
        CUDA_CALL(cudaMemcpy(p[d].b, u + p[d].z0 * NN, size, cudaMemcpyHostToDevice));
    }

    dim3 block(32, 4);
    dim3 grid((N + 29) / 32, (N + 1) / 4);
    for (int it = 0; it < iterations; it++) {
        for (int d = 0; d < 2; d++) {
            CUDA_CALL(cudaSetDevice(p[d].gpu));
            sweep<<<grid, block>>>(N, p[d].nz, delta2, p[d].f, p[d].a, p[d].b);
            CUDA_CALL(cudaGetLastError());
        }
        wait_for(p);
        // my last plane -> your plane 0, your plane 1 -> my plane behind the last
        CUDA_CALL(cudaMemcpyPeer(p[1].b, p[1].gpu, p[0].b + p[0].nz * NN, p[0].gpu, NN * sizeof(real)));
        if (p[1].nz > 0)
            CUDA_CALL(cudaMemcpyPeer(p[0].b + (p[0].nz + 1) * NN, p[0].gpu, p[1].b + NN, p[1].gpu, NN * sizeof(real)));
        wait_for(p);
        for (int d = 0; d < 2; d++) {
            real *t = p[d].a;
            p[d].a = p[d].b;
            p[d].b = t;
        }
    }

    for (int d = 0; d < 2; d++) {
        CUDA_CALL(cudaSetDevice(p[d].gpu));
        CUDA_CALL(cudaMemcpy(u + (p[d].z0 + 1) * NN, p[d].a + NN, p[d].nz * NN * sizeof(real), cudaMemcpyDeviceToHost));
        CUDA_CALL(cudaFree(p[d].f));
        CUDA_CALL(cudaFree(p[d].a));
        CUDA_CALL(cudaFree(p[d].b));
    }
    CUDA_CALL(cudaSetDevice(0));
}
