// printf in kernels: its text goes to a buffer of limited size, and the last part of it is printed.
#include <fcntl.h>

#include <functional>

#include "expect.h"

__global__ void print_index() {
  printf("thread %d of block %d\n", (int)threadIdx.x, (int)blockIdx.x);
}

__global__ void print_forms(int* returned) {
  returned[0] = printf("%s has %d lanes, %5.2f%% of %lld\n", "a warp", 32, 12.5, 256ll);
  returned[1] = printf("plain\n");
  printf("x");
  printf("%%d\n");
}

/// What `run` prints.
static std::string printed_by(const std::function<void()>& run) {
  char name[] = "/tmp/printing.XXXXXX";
  const int file = mkstemp(name);
  std::fflush(stdout);
  const int before = dup(1);
  dup2(file, 1);
  run();
  std::fflush(stdout);
  dup2(before, 1);
  close(before);
  std::string text;
  lseek(file, 0, SEEK_SET);
  char buffer[65536];
  for (ssize_t n; (n = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(n));
  close(file);
  unlink(name);
  return text;
}

static size_t lines(const std::string& text) {
  size_t count = 0;
  for (const char c : text) count += c == '\n';
  return count;
}

TEST(FormsOfPrintf) {
  int *returned = nullptr, host[2] = {};
  cudaMalloc(&returned, sizeof host);
  const std::string text = printed_by([&] {
    print_forms<<<1, 1>>>(returned);
    cudaDeviceSynchronize();
  });
  EXPECT_EQ(text, std::string("a warp has 32 lanes, 12.50% of 256\nplain\nx%d\n"));
  cudaMemcpy(host, returned, sizeof host, cudaMemcpyDeviceToHost);
  EXPECT_EQ(host[0], 4);
  EXPECT_EQ(host[1], 0);
  cudaFree(returned);
}

TEST(AResetWaitsForTheText) {
  const std::string text = printed_by([] {
    print_index<<<1, 2>>>();
    cudaDeviceReset();
  });
  EXPECT_EQ(text, std::string("thread 0 of block 0\nthread 1 of block 0\n"));
}

ISOLATED_TEST(TheLastPartIsKept) {
  constexpr int blocks = 1024, threads = 256;
  const std::string text = printed_by([] {
    print_index<<<blocks, threads>>>();
    cudaDeviceSynchronize();
  });
  // How many bytes a call takes in the buffer is the device's affair.
  EXPECT(text.size() > (256 << 10));
  EXPECT(lines(text) < size_t{blocks} * threads);
  EXPECT_EQ(text.substr(0, 7), std::string("thread "));
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

ISOLATED_TEST(TheBufferHasALimit) {
  size_t bytes = 0;
  EXPECT_EQ(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize), cudaSuccess);
  EXPECT(bytes >= 1 << 20);
  EXPECT_EQ(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 64 << 10), cudaSuccess);
  const std::string text = printed_by([] {
    print_index<<<1024, 256>>>();
    cudaDeviceSynchronize();
  });
  // A GPU keeps more than was asked for: an H200 600 KB once, 2.4 MB another time, of 6 MB.
  EXPECT(text.size() > (8 << 10) && text.size() < (4 << 20));
}
