// What a runner asks of CHECK (simt/check_report.h): arrays by name, findings and metrics in memory
// of the caller. Built with --mode check.
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string>
#include <vector>

#include "expect.h"
#include "simt/check_report.h"
#include "simt/finding_words.h"
#include "simt/host.h"

using simt::check::Array;
using simt::check::Level;
using simt::check::Report;

__global__ void copy(int n, const float* from, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

__global__ void shift(int n, float* a) {
  const int i = threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1];
}

// One allocation as a runner makes it: a band, an array of `n` floats, a band.
struct Guarded {
  static constexpr int band = 64;
  float* all = nullptr;
  float* array = nullptr;
  explicit Guarded(int n) {
    std::vector<float> values(n + 2 * band, 1.0f);
    cudaMalloc(&all, values.size() * sizeof(float));
    cudaMemcpy(all, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
    array = all + band;
  }
  ~Guarded() { cudaFree(all); }
};

struct Checked {
  std::unique_ptr<Report> report{new Report};
  Checked() { simt::check::start({report.get()}); }
  void declare(const char* name, float* start, unsigned long n, bool initialised,
               unsigned long readable_past = 0, unsigned long writable_past = 0,
               unsigned long columns = 0) {
    simt::check::declare_array(
        {name, start, sizeof(float), n, columns, readable_past, writable_past, initialised});
  }
  const Report& finish() {
    simt::finish_all();
    simt::check::finish();
    return *report;
  }
};

static bool says(const simt::check::Finding& f, const char* words) {
  const std::string text = simt::check::finding_in_words(
      f.cause, [&](std::string_view name) { return simt::check::fact_in(f.facts, name); },
      f.other.line || f.other.pc ? "{other}" : "");
  if (text.find(words) != text.npos) return true;
  std::printf("it says: %s\n", text.c_str());
  return false;
}

TEST(ItIsBuiltForCheck) { EXPECT(simt::check::enabled()); }

TEST(ARightKernelGivesNoFindingAndItsNumbers) {
  Guarded a(256), b(256);
  Checked checked;
  checked.declare("a", a.array, 256, true);
  checked.declare("b", b.array, 256, false);
  copy<<<2, 128>>>(256, a.array, b.array);
  const Report& r = checked.finish();
  EXPECT_EQ(r.finding_count, 0u);
  EXPECT_EQ(r.kernel_count, 1u);
  EXPECT_EQ(std::string(r.kernels[0].name), "copy");
  EXPECT_EQ(r.kernels[0].sampled_blocks, 2u);
  EXPECT_EQ(r.site_count, 2u);
  EXPECT_EQ(r.sites[0].requests, 8u);
  EXPECT_EQ(r.sites[0].sectors, 32u);
  EXPECT_EQ(r.sites[0].ideal_sectors, 32u);
}

__device__ float4 weights[32];

__global__ void ask_in_many_ways(float* a, float* b) {
  __shared__ float tile[32];
  const unsigned t = threadIdx.x;
  volatile float* const seen = a;
  float sum = 0;
  for (int i = 0; i < 4; ++i) sum += a[i];       // several threads read the same
  for (int i = 0; i < 3; ++i) sum += a[32 + t];  // a thread reads it again
  tile[t] = sum;
  __syncthreads();
  sum += tile[31 - t];
  for (int i = 0; i < 2; ++i) b[32 * blockIdx.x + t] = sum + i;
  const float2 pair = reinterpret_cast<float2*>(a)[t];
  atomicAdd(&b[32 * gridDim.x], pair.x);
  const float4 weight = weights[t];
  struct Three {
    float x, y, z;
  };
  const Three three = reinterpret_cast<Three*>(a)[t % 20];
  b[32 * blockIdx.x + t] = weight.x + three.y + seen[0];
}

TEST(WhatAllBlocksAskForIsCounted) {
  Guarded a(64), b(32 * 100 + 1);
  cudaMemset(a.array, 0, 64 * sizeof(float));
  cudaMemset(b.array, 0, (32 * 100 + 1) * sizeof(float));
  Checked checked;
  checked.declare("a", a.array, 64, true);
  checked.declare("b", b.array, 32 * 100 + 1, true);
  for (int launch = 0; launch < 3; ++launch) ask_in_many_ways<<<100, 32>>>(a.array, b.array);
  const Report& r = checked.finish();
  EXPECT_EQ(r.finding_count, 0u);
  const auto& k = r.kernels[0];
  EXPECT_EQ(k.sampled_blocks, 6u);
  constexpr std::uint64_t global = 32 * (16 + 12 + 8 + 8 + 4 + 16 + 12 + 4 + 4);
  constexpr std::uint64_t shared = 32 * (4 + 4);
  EXPECT_EQ(k.requested.all[0], 300 * global);
  EXPECT_EQ(k.requested.sampled[0], 6 * global);
  EXPECT_EQ(k.requested.all[1], 300 * shared);
  EXPECT_EQ(k.requested.sampled[1], 6 * shared);
}

TEST(TheBandsAroundAnArrayAreOutOfBounds) {
  Guarded a(100), b(100);
  Checked checked;
  checked.declare("a", a.array, 100, true, 0, 0, 10);
  checked.declare("b", b.array, 100, false);
  copy<<<1, 128>>>(102, a.array, b.array);
  const Report& r = checked.finish();
  EXPECT_EQ(r.finding_count, 2u);
  EXPECT(simt::check::find_kind(r.findings[0].cause) == "out-of-bounds" &&
         r.findings[0].level == Level::error);
  EXPECT_EQ(r.findings[0].count, 2u);
  EXPECT(says(r.findings[0], "reads element 100 of a (10 x 10 elements), just past the end"));
  EXPECT(says(r.findings[1], "writes element 100 of b"));
  EXPECT_EQ(std::string(r.findings[0].kernel), "copy");
  EXPECT(r.findings[0].place.pc != 0);
}

TEST(AnOverflowAreaMayBeUsed) {
  Guarded a(100), b(100);
  Checked checked;
  checked.declare("a", a.array, 100, true, 8, 0);
  checked.declare("b", b.array, 100, false, 0, 8);
  copy<<<1, 128>>>(108, a.array, b.array);
  EXPECT_EQ(checked.finish().finding_count, 0u);
}

TEST(AnOverflowAreaEndsSomewhere) {
  Guarded a(100), b(100);
  Checked checked;
  checked.declare("a", a.array, 100, true, 8, 0);
  checked.declare("b", b.array, 100, false, 0, 8);
  copy<<<1, 128>>>(109, a.array, b.array);
  const Report& r = checked.finish();
  EXPECT_EQ(r.finding_count, 2u);
  EXPECT_EQ(r.findings[0].count, 1u);
}

TEST(AnOutputIsNotInitialised) {
  Guarded a(32);
  Checked checked;
  checked.declare("a", a.array, 32, false);
  shift<<<1, 32>>>(32, a.array);
  const Report& r = checked.finish();
  bool uninitialized = false;
  for (unsigned i = 0; i < r.finding_count; ++i)
    uninitialized = uninitialized || simt::check::find_kind(r.findings[i].cause) == "uninitialized";
  EXPECT(uninitialized);
}

TEST(ARaceNamesBothParties) {
  Guarded a(64);
  Checked checked;
  checked.declare("a", a.array, 64, true);
  shift<<<1, 64>>>(64, a.array);
  const Report& r = checked.finish();
  EXPECT_EQ(r.finding_count, 1u);
  EXPECT(simt::check::find_kind(r.findings[0].cause) == "race");
  EXPECT_EQ(r.findings[0].count, 62u);
  EXPECT(r.findings[0].place.pc != 0 && r.findings[0].other.pc != 0);
  // Across warps once: what is told is what orders those as well.
  EXPECT(says(r.findings[0], "thread (31,0,0) reads it at {other}. Put __syncthreads()"));
}

TEST(WhatIsNotFreedIsALeak) {
  Checked checked;
  float* p = nullptr;
  cudaMalloc(&p, 12);
  EXPECT_EQ(checked.finish().finding_count, 1u);
  EXPECT(simt::check::find_kind(checked.report->findings[0].cause) == "leak");
  EXPECT_EQ(checked.report->findings[0].place.line, static_cast<unsigned>(__LINE__ - 3));
  cudaFree(p);
}

// In how many findings `times` copies end, from an array whose first value is `first + step *
// round`.
static unsigned findings_of_copies(int times, float first, float step) {
  float host[4] = {}, *device = nullptr;
  cudaMalloc(&device, sizeof host);
  cudaMemset(device, 0, sizeof host);
  Checked checked;
  for (int round = 0; round < times; ++round) {
    host[0] = first + step * round;
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  }
  const Report& r = checked.finish();
  cudaFree(device);
  EXPECT(r.finding_count == 0 || says(r.findings[0], "the 16 bytes are there already"));
  return r.finding_count;
}

TEST(CopiesThatChangeNothingAreTold) {
  EXPECT_EQ(findings_of_copies(4, 1, 0), 1u);
  EXPECT_EQ(findings_of_copies(3, 1, 0), 0u);
  EXPECT_EQ(findings_of_copies(8, 1, 1), 0u);
  // Zeros
  EXPECT_EQ(findings_of_copies(31, 0, 0), 0u);
  EXPECT_EQ(findings_of_copies(32, 0, 0), 1u);
}

TEST(AnotherStartForgetsWhatWasFound) {
  Guarded a(64);
  Checked first;
  first.declare("a", a.array, 64, true);
  shift<<<1, 64>>>(64, a.array);
  EXPECT_EQ(first.finish().finding_count, 1u);
  Checked second;
  EXPECT_EQ(second.finish().finding_count, 0u);
  EXPECT_EQ(second.report->kernel_count, 0u);
  EXPECT_EQ(first.report->finding_count, 1u);
}

static const simt::check::ArrayStores& stores_of(Checked& checked) {
  return checked.finish().arrays[0];
}

__global__ void store_bytes(char* to) { to[threadIdx.x] = 1; }

TEST(WhatTheHostMadeIsToldFromWhatKernelsStored) {
  Guarded a(256), b(256);
  float host[256] = {};
  {
    Checked checked;
    checked.declare("b", b.array, 256, false);
    copy<<<2, 128>>>(256, a.array, b.array);
    cudaMemcpy(host, b.array, sizeof host, cudaMemcpyDeviceToHost);
    EXPECT_EQ(stores_of(checked).from_host, 0u);
    EXPECT_EQ(checked.report->from_host, 0u);
    EXPECT_EQ(checked.report->to_host, 256u);
  }
  {
    Checked checked;
    checked.declare("b", b.array, 256, false);
    cudaMemcpy(b.array, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(b.array, host, sizeof host, cudaMemcpyHostToDevice);
    EXPECT_EQ(stores_of(checked).from_host, 256u);
    EXPECT_EQ(checked.report->from_host, 256u);  // once
  }
  {
    // By halves of words whose bytes threads have stored.
    Checked checked;
    checked.declare("b", b.array, 256, false);
    store_bytes<<<1, 1024>>>(reinterpret_cast<char*>(b.array));
    const auto* from = reinterpret_cast<const char*>(host);
    for (int i = 0; i < 1024; i += 2)
      cudaMemcpy(reinterpret_cast<char*>(b.array) + i, from + i, 2, cudaMemcpyHostToDevice);
    EXPECT_EQ(stores_of(checked).from_host, 256u);
    EXPECT_EQ(checked.report->from_host, 256u);
  }
  {
    // What an earlier call brought is an input of this one.
    Checked checked;
    checked.declare("a", a.array, 256, false);
    cudaMemcpy(a.array, b.array, sizeof host, cudaMemcpyDeviceToDevice);
    EXPECT_EQ(stores_of(checked).from_host, 0u);
  }
  {
    // By way of memory that both reach.
    float* pinned = nullptr;
    cudaMallocHost(&pinned, sizeof host);
    Checked checked;
    checked.declare("b", b.array, 256, false);
    for (float& x : host) pinned[&x - host] = 1;
    cudaMemcpy(a.array, pinned, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(b.array, a.array, sizeof host, cudaMemcpyDeviceToDevice);
    EXPECT_EQ(stores_of(checked).from_host, 256u);
    cudaFreeHost(pinned);
  }
}

__device__ float seen_variable[256];

__global__ void fill_variable(const float* from) { seen_variable[threadIdx.x] = from[threadIdx.x]; }

__global__ void nothing() {}

TEST(WhatTheHostHasLookedAtIsCounted) {
  Guarded a(256), b(256);
  float host[256];
  auto report = std::make_unique<Report>();
  // Words that the host has seen in a call that does this.
  const auto seen = [&](auto&& call) {
    simt::check::Start start;
    start.report = report.get();
    start.count_host_reads = true;
    simt::check::start(start);
    call();
    simt::finish_all();
    simt::check::finish();
    return report->seen_by_host;
  };
  const auto store = [&](float* to) { copy<<<2, 128>>>(256, a.array, to); };
  const auto fetch = [&](const float* from) {
    cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
  };
  EXPECT_EQ(seen([&] { store(b.array); }), 0u);
  EXPECT_EQ(seen([&] { fetch(a.array), fetch(a.array); }), 256u);
  // What is stored anew is seen anew; what the host has brought itself is no news.
  EXPECT_EQ(seen([&] { store(b.array), fetch(b.array), store(b.array), fetch(b.array); }), 512u);
  EXPECT_EQ(seen([&] {
              cudaMemcpy(b.array, host, sizeof host, cudaMemcpyHostToDevice);
              fetch(b.array);
            }),
            0u);
  // Also when so many blocks run between that the numbers of intervals restart.
  EXPECT_EQ(seen([&] {
              store(b.array), fetch(b.array);
              nothing<<<1'700'000, 1>>>();
              fetch(b.array), store(b.array), fetch(b.array);
              nothing<<<1'700'000, 1>>>();
              store(b.array), fetch(b.array);
            }),
            768u);
  EXPECT_EQ(seen([&] {
              fill_variable<<<1, 256>>>(a.array);
              cudaMemcpyFromSymbol(host, seen_variable, sizeof host);
            }),
            256u);
  for (const bool managed : {true, false}) {
    float* both = nullptr;
    if (managed)
      cudaMallocManaged(&both, sizeof host);
    else
      cudaMallocHost(&both, sizeof host);
    volatile float sum = 0;
    EXPECT_EQ(seen([&] { store(both), store(both); }), 0u);
    EXPECT_EQ(seen([&] {
                store(both);
                cudaDeviceSynchronize();
                for (int i = 0; i < 64; ++i) sum = sum + both[i] + both[i];
              }),
              256u);  // all of the page
    // By a function of the library, which calls no hook.
    EXPECT_EQ(seen([&] {
                store(both);
                cudaDeviceSynchronize();
                std::string bytes;
                bytes.append(reinterpret_cast<const char*>(both), 64);
                EXPECT_EQ(bytes.size(), 64u);
              }),
              256u);
    EXPECT_EQ(seen([&] {
                store(both);
                cudaLaunchHostFunc(
                    nullptr, [](void* p) { *static_cast<float*>(p) += 1; }, both);
                cudaDeviceSynchronize();
              }),
              256u);
    if (managed)
      cudaFree(both);
    else
      cudaFreeHost(both);
  }
  std::vector<float> own(256);
  cudaHostRegister(own.data(), 1024, cudaHostRegisterDefault);
  EXPECT_EQ(seen([&] { store(own.data()); }), 256u);
  cudaHostUnregister(own.data());
}

__managed__ float managed_variable[32];
__constant__ float constant_variable[32];
__device__ const float constant_table[32] = {1};

__global__ void load(const float* from, float* to, int stride) {
  to[threadIdx.x] = from[threadIdx.x * stride];
}

TEST(LoadsFromEveryKindOfMemoryCount) {
  Guarded a(32), to(32);
  float *managed = nullptr, *pinned = nullptr, *device = nullptr, *of_both = nullptr,
        *constant = nullptr, *table = nullptr;
  cudaMallocManaged(&managed, 128);
  cudaMallocHost(&pinned, 128);
  for (int i = 0; i < 32; ++i) managed[i] = pinned[i] = 1;
  std::vector<float> registered(32);
  cudaHostRegister(registered.data(), 128, cudaHostRegisterDefault);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&device), seen_variable);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&of_both), managed_variable);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&constant), constant_variable);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&table), constant_table);
  const auto bytes = [&](const float* from, int stride, bool fill = false) {
    Checked checked;
    if (fill) cudaMemcpyToSymbol(constant_variable, registered.data(), 128);
    load<<<1, 32>>>(from, to.array, stride);
    const Report& report = checked.finish();
    unsigned long long loaded = 0;
    for (unsigned i = 0; i < report.site_count; ++i)
      if (report.sites[i].access == simt::check::Access::global_load)
        loaded += report.sites[i].useful_bytes;
    return loaded;
  };
  for (const float* from : {a.array, managed, pinned, registered.data(), device, of_both, table}) {
    EXPECT_EQ(bytes(from, 1), 128u);
    EXPECT_EQ(bytes(from, 0), 4u);
  }
  EXPECT_EQ(bytes(constant, 1), 0u);
  EXPECT_EQ(bytes(constant, 1, true), 128u);
  EXPECT_EQ(bytes(constant, 0, true), 4u);
  EXPECT_EQ(bytes(constant, 1), 0u);
  cudaHostUnregister(registered.data());
  cudaFreeHost(pinned);
  cudaFree(managed);
}

// Memory from malloc holds the pattern of memory that is not set, as one input in four billion
// does.
TEST(WhatTheCallerDeclaresIsSet) {
  float* const host = static_cast<float*>(std::malloc(128));
  Guarded device(32), to(32);
  const auto unset = [&](bool declared, bool in_call) {
    const auto upload = [&] { cudaMemcpy(device.array, host, 128, cudaMemcpyHostToDevice); };
    if (!in_call) upload();
    Checked checked;
    if (declared) checked.declare("in", in_call ? host : device.array, 32, true);
    if (in_call) upload();
    load<<<1, 32>>>(device.array, to.array, 1);
    return checked.finish().finding_count != 0;
  };
  for (const bool in_call : {false, true}) {
    EXPECT(unset(false, in_call));
    EXPECT(!unset(true, in_call));
  }
  EXPECT(unset(false, true));  // for that call alone
  std::free(host);
}

TEST(TheReportIsReadOnlyUntilTheCallIsOver) {
  static struct alignas(simt::check::page_alignment) { Report report; } kept;
  Guarded a(64);
  int ends[2];
  char byte = 0;
  EXPECT_EQ(pipe(ends), 0);
  EXPECT_EQ(write(ends[1], &byte, 1), 1);
  simt::check::Start start;
  start.report = &kept.report;
  start.kept = &kept;
  start.kept_size = sizeof kept;
  simt::check::start(start);
  EXPECT_EQ(read(ends[0], &kept.report.finding_count, 1), -1);
  EXPECT_EQ(errno, EFAULT);
  shift<<<1, 64>>>(64, a.array);
  simt::finish_all();
  EXPECT_EQ(kept.report.finding_count, 1u);
  EXPECT_EQ(read(ends[0], &kept.report.finding_count, 1), -1);
  simt::check::finish();
  EXPECT_EQ(kept.report.ended, 1u);
  EXPECT_EQ(read(ends[0], &byte, 1), 1);
  close(ends[0]);
  close(ends[1]);
}
