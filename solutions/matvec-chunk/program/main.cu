// Every kernel of the lab "matvec-chunk" on this device: what the device can do, what each kernel
// needs, and how fast it is for every number of threads a block. M and N are constants: one program
// for each pair.
//     make matvec-chunk M=8 N=8 ARGS="BLOCKS THREADS VECTORS"
// Exit status: 0 all results are right, 1 some are not, 2 usage.
#include <cmath>
#include <cstring>
#include <string>

#include "device.h"
#include "kernels.h"
#include "measure.h"

namespace {

struct Options {
  int blocks = 0;
  int threads = 0;
  double millions = 1;  // of 2^20 vectors
};

[[noreturn]] void usage(const std::string& mistake) {
  std::fprintf(
      stderr,
      "%s\n"
      "usage: matvec-chunk [BLOCKS [THREADS [VECTORS]]]\n"
      "  BLOCKS   blocks of the grid; 0: one for each multiprocessor (default)\n"
      "  THREADS  threads of a block, a multiple of 32 up to 1024; 0: from 4 warps to the\n"
      "           kernel's most, in steps of 4 warps (default)\n"
      "  VECTORS  how many vectors, in units of 2^20; a fraction is fine (default: 1)\n"
      "  example: matvec-chunk 0 256 0.5\n",
      mistake.c_str());
  std::exit(2);
}

/// The number that is all of `text`, or NaN.
double number(const char* text) {
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  return end != text && *end == '\0' ? value : std::nan("");
}

Options parse(int argc, char** argv) {
  Options options;
  if (argc > 4) usage("too many arguments");
  const auto whole = [&](int at, int most, const char* what) {
    const double value = number(argv[at]);
    if (!(value >= 0 && value <= most && value == std::floor(value)))
      usage(std::string(what) + " is not a number from 0 to " + std::to_string(most) + ": " +
            argv[at]);
    return static_cast<int>(value);
  };
  if (argc > 1) options.blocks = whole(1, 1 << 20, "BLOCKS");
  if (argc > 2) options.threads = whole(2, 1024, "THREADS");
  if (options.threads % 32 != 0) usage("THREADS is not a multiple of 32");
  if (argc > 3) {
    options.millions = number(argv[3]);
    if (!(options.millions * 1048576 >= 1 && options.millions < 2047))
      usage(std::string("VECTORS is not a number above 0 and below 2047: ") + argv[3]);
  }
  return options;
}

/// One line: how the kernel does with so many threads a block.
void print_row(const Measured& m, int S, int threads, double full_bar) {
  const double multiply_adds = static_cast<double>(S) * M * N;
  const double bytes = static_cast<double>(S) * (M + N) * sizeof(real);
  const double speed = bytes / m.seconds;
  std::printf("  %5d %11.4f %10.2f %9.2f  ", threads / 32, m.seconds * 1e3,
              multiply_adds / m.seconds / 1e9, speed / 1e9);
  if (m.wrong > 0) {
    std::printf("WRONG: %llu values differ from the CPU's\n", m.wrong);
    return;
  }
  constexpr int longest = 36;
  const double share = std::min(1.0, speed / full_bar);
  const int length = std::max(1, static_cast<int>(std::lround(longest * share)));
  std::printf("%.*s\n", length, "####################################");
}

/// All rows of a kernel. Returns whether every result is right.
bool run(const Kernel& kernel, const Products& p, const Device& device, int blocks, int wanted) {
  std::vector<int> counts;
  if (kernel.fixed_threads > 0) {
    counts = {kernel.fixed_threads};
  } else if (wanted > 0) {
    counts = {std::min(wanted, kernel.most_threads)};
  } else {
    for (int threads = 128; threads <= kernel.most_threads; threads += 128)
      counts.push_back(threads);
    if (counts.empty()) counts = {kernel.most_threads};
  }
  std::printf("\n%s\n", kernel.name);
  std::vector<Measured> rows;
  for (int& threads : counts) {
    threads = std::max(threads, parts(kernel.least_threads, 32) * 32);
    rows.push_back(measure(kernel, p, blocks, threads));
  }
  double full_bar = device.bandwidth;
  if (on_cpu_engine) {
    double shortest = rows[0].seconds;
    for (const Measured& row : rows) shortest = std::min(shortest, row.seconds);
    full_bar = static_cast<double>(p.S) * (M + N) * sizeof(real) / shortest;
  }
  bool right = true;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    print_row(rows[i], p.S, counts[i], full_bar);
    right = right && rows[i].wrong == 0;
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const Device device = current_device();
  print(device);
  const std::vector<Kernel> kernels = all_kernels();
  print(kernels);

  const int S = static_cast<int>(std::lround(options.millions * 1048576));
  const int blocks = options.blocks > 0 ? options.blocks : device.properties.multiProcessorCount;
  const char* type = sizeof(real) == sizeof(float) ? "float" : "double";
  const long long overflow = static_cast<long long>(blocks) * 1024;
  std::printf("\nSizes and launch\n");
  std::printf("  %-10s %d × %d, %s: %zu bytes\n", "matrix", M, N, type, sizeof(real) * M * N);
  std::printf("  %-10s %d (%g · 2^20), in %.1f MB, out %.1f MB\n", "vectors", S, options.millions,
              1e-6 * S * N * sizeof(real), 1e-6 * S * M * sizeof(real));
  std::printf("  %-10s %d%s\n", "blocks", blocks,
              options.blocks > 0 ? "" : ", one for each multiprocessor");
  if (options.threads > 0) {
    std::printf("  %-10s %d a block, or as many as the kernel can have\n", "threads",
                options.threads);
  } else {
    std::printf("  %-10s from 4 warps a block to the kernel's most, in steps of 4\n", "threads");
  }

  std::printf(
      "\nResults, each compared with the CPU's. GFLOP/s: a multiply-add is counted once.\n"
      "GB/s: ideal traffic, %zu·S·(M + N) bytes. Bar: %s.\n"
      "  %5s %11s %10s %9s\n",
      sizeof(real),
      on_cpu_engine ? "the kernel's fastest row is a full one" : "share of the peak bandwidth",
      "warps", on_cpu_engine ? "CPU time/ms" : "time/ms", "GFLOP/s", "GB/s");
  const Products products = make_products(S, overflow);
  int wrong = 0;
  for (const Kernel& kernel : kernels) {
    if (!run(kernel, products, device, blocks, options.threads)) ++wrong;
  }
  free_products(products);
  if (wrong > 0) {
    std::printf("\n%d of %zu kernels are WRONG\n", wrong, kernels.size());
    return 1;
  }
  std::printf("\nAll %zu kernels are right.\n", kernels.size());
  return 0;
}
