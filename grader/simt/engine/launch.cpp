#include "simt/launch.h"

#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "engine/api/api.h"
#include "engine/api/device_properties.h"
#include "engine/api/functions.h"
#include "engine/api/refusal.h"
#include "engine/api/streams.h"
#include "engine/block.h"
#include "engine/checker.h"
#include "engine/device_printf.h"
#include "engine/fault.h"
#include "engine/grid.h"
#include "engine/launch_into.h"
#include "engine/memory/address_space.h"
#include "engine/memory/argument_memory.h"
#include "engine/worker.h"
#include "engine/worker_pool.h"
#include "simt/host.h"

namespace simt::detail {

namespace {

struct Pending {
  explicit Pending(const Config& c) : config(c) {}

  Grid grid;
  Config config;
  void (*destroy)(void*) = nullptr;
  CUstream_st* stream = nullptr;

  ~Pending() {
    if (!grid.closure) return;
    open_arguments(grid.closure, grid.closure_size);
    if (destroy) destroy(grid.closure);
    close_arguments();
    free_arguments(grid.closure, grid.closure_size);
  }
};

// The launch between begin_launch and commit_launch.
thread_local std::shared_ptr<Pending> opened;

std::vector<LaunchedKernel> launched;
std::vector<LaunchedCode> launched_as;
std::unordered_set<const void*> known_code;

thread_local CUstream_st* launches_into = nullptr;

std::size_t kernel_number(const char* name) {
  for (const LaunchedKernel& k : launched)
    if (k.name == name || std::strcmp(k.name, name) == 0)
      return static_cast<std::size_t>(&k - launched.data());
  launched.push_back({name, 0});
  return launched.size() - 1;
}

void count_launch(const Grid& g) {
  const std::size_t number = kernel_number(g.site.name);
  ++launched[number].launches;
  const void* const code = g.function ? g.function : reinterpret_cast<const void*>(g.run);
  if (known_code.insert(code).second && launched_as.size() < most_launched_code)
    launched_as.push_back({code, number});
}

dim3 effective_cluster(const Site& site, const Config& c) {
  return c.cluster.x != 0 ? c.cluster : site.cluster.x != 0 ? site.cluster : dim3(1);
}

cudaError_t check(const Site& site, const Config& c, const void* function) {
  const unsigned block[] = {c.block.x, c.block.y, c.block.z};
  const unsigned grid[] = {c.grid.x, c.grid.y, c.grid.z};
  for (int i = 0; i < 3; ++i) {
    if (block[i] == 0 || block[i] > max_block_dim[i]) return cudaErrorInvalidConfiguration;
    if (grid[i] == 0 || grid[i] > max_grid_dim[i]) return cudaErrorInvalidConfiguration;
  }
  const unsigned threads = c.block.x * c.block.y * c.block.z;
  if (threads > 1024) return cudaErrorInvalidConfiguration;
  const dim3 cluster = effective_cluster(site, c);
  if (cluster.x * cluster.y * cluster.z > max_cluster) return cudaErrorInvalidClusterSize;
  if (c.grid.x % cluster.x != 0 || c.grid.y % cluster.y != 0 || c.grid.z % cluster.z != 0)
    return cudaErrorInvalidClusterSize;
  if (threads > site.max_threads) return cudaErrorInvalidValue;
  if (c.shared > dynamic_shared_limit(function)) return cudaErrorInvalidValue;
  if (c.shared + static_shared_bytes(function) > shared_limit(function))
    return cudaErrorInvalidValue;
  if (c.cooperative && std::uint64_t{c.grid.x} * c.grid.y * c.grid.z >
                           most_cooperative_blocks(static_cast<int>(threads),
                                                   c.shared + static_shared_bytes(function)))
    return cudaErrorCooperativeLaunchTooLarge;
  return cudaSuccess;
}

Refusal why_refused(const Site& site, const Config& c, const void* function, std::size_t known) {
  const std::size_t limit = dynamic_shared_limit(function);
  return refusal_of_launch(site, c, limit, c.shared > limit ? 0 : known);
}

/// Copies a grid's description, without its progress.
void describe_like(Grid& g, const Grid& other) {
  g.site = other.site;
  g.function = other.function;
  g.grid = other.grid;
  g.block = other.block;
  g.dynamic_shared = other.dynamic_shared;
  g.shared_limit = other.shared_limit;
  g.device = other.device;
  g.cooperative = other.cooperative;
  g.programmatic = other.programmatic;
  g.cluster = other.cluster;
  g.cluster_size = other.cluster_size;
  g.run = other.run;
  g.closure = other.closure;
  g.closure_size = other.closure_size;
  g.blocks = other.blocks;
  g.threads = other.threads;
  g.chunk = other.chunk;
  g.most_resident = other.most_resident;
}

/// Runs a launch. A graph node does so once per graph launch, with the same arguments and a new
/// grid.
void run_pending(const Pending& p) {
  Grid g;
  describe_like(g, p.grid);
  if (checker) checker->grid_begins(g);
  if (g.cooperative) {
    // Each worker takes no more than its share, so that all blocks are begun.
    const std::uint64_t workers = g.serial ? 1 : worker_count();
    g.chunk = g.cluster_size;
    g.most_resident = static_cast<unsigned>((g.blocks + workers - 1) / workers);
  }
  if (g.cluster_size > 1) {
    g.chunk = static_cast<unsigned>(round_up(g.chunk, g.cluster_size));
    g.most_resident = static_cast<unsigned>(round_up(g.most_resident, g.cluster_size));
  }
  run_grid(g);
  print_kernel_output();
  if (checker) checker->grid_ends(g);
  note_static_shared(g.function, g.static_shared);
  if (g.over_limit) {
    // A GPU refuses the launch up front; here the first block's declarations reveal it.
    set_refusal_reason(why_refused(g.site, p.config, g.function, g.static_shared));
    record_error(cudaErrorInvalidValue, g.site.name, g.site.file, g.site.line);
    return;
  }
  if (g.error != cudaSuccess) set_sticky_error(g.error, g.site.name, g.site.file, g.site.line);
  for (const auto& run_child : g.children)
    if (sticky_error() == cudaSuccess) run_child();
}

/// Returns null if the arguments cannot be allocated.
std::shared_ptr<Pending> make_pending(const Site& site, const Config& config, const void* function,
                                      std::size_t arguments, int device) {
  auto p = std::make_shared<Pending>(config);
  Grid& g = p->grid;
  g.site = site;
  g.function = function;
  g.grid = config.grid;
  g.block = config.block;
  g.dynamic_shared = config.shared;
  g.shared_limit = shared_limit(function);
  g.device = device;
  g.threads = config.block.x * config.block.y * config.block.z;
  g.blocks = std::uint64_t{config.grid.x} * config.grid.y * config.grid.z;
  // About 2048 threads at a time, and at least eight turns for each worker.
  const std::uint64_t turns = g.blocks / (8 * worker_count());
  g.chunk = 2048 / g.threads < turns ? 2048 / g.threads : static_cast<unsigned>(turns);
  if (g.chunk == 0) g.chunk = 1;
  g.most_resident = static_cast<unsigned>(
      multiprocessors * resident_blocks(static_cast<int>(g.threads), config.shared));
  if (g.most_resident > 256) g.most_resident = 256;
  g.cooperative = config.cooperative;
  g.programmatic = config.programmatic;
  g.cluster = effective_cluster(site, config);
  g.cluster_size = g.cluster.x * g.cluster.y * g.cluster.z;
  g.closure_size = arguments;
  g.closure = allocate_arguments(arguments);
  return g.closure ? p : nullptr;
}

// Dynamic parallelism. A kernel cannot wait for its launches and does not end before them, so they
// run after its own blocks, in order, whatever stream they name.

std::mutex children_lock;  // the thread that waits for the grid holds the host's lock

void* begin_child(const Site& site, const Config& config, const void* function, std::size_t size) {
  bool possible;
  {
    const std::lock_guard guard(children_lock);
    possible = !config.cooperative && check(site, config, function) == cudaSuccess;
    if (possible) opened = make_pending(site, config, function, size, self.worker->grid->device);
  }
  if (!possible || !opened)
    abort_in_kernel(
        "a kernel launches a kernel with a grid, a block or shared memory beyond limits");
  open_arguments(opened->grid.closure, size);
  return opened->grid.closure;
}

void commit_child(void (*run)(void*), void (*destroy)(void*)) {
  close_arguments();
  opened->grid.run = run;
  opened->destroy = destroy;
  const std::lock_guard guard(children_lock);
  self.worker->grid->children.push_back([p = std::move(opened)] {
    note_function(p->grid.function, p->grid.site);
    count_launch(p->grid);
    if (checker) checker->child_begins();
    run_pending(*p);
  });
}

}  // namespace

LaunchInto::LaunchInto(CUstream_st& stream) { launches_into = &stream; }
LaunchInto::~LaunchInto() { launches_into = nullptr; }

bool Grid::fail(cudaError_t e) {
  if (failed_.exchange(true)) {
    while (!aborted) {
    }
    return false;
  }
  error = e;
  aborted = true;
  return true;
}

void note_argument(const Site& site, int number, const void* bytes, std::size_t size) {
  if (!checker || in_kernel()) return;
  const HostCall host;
  current_call = {site.name, site.file, site.line, nullptr};
  checker->takes_argument(number, bytes, size);
}

void* begin_launch(const Site& site, const Config& config, const void* function, std::size_t size,
                   std::size_t) {
  const auto refuse = [&site](cudaError_t e) {
    record_error(e, site.name, site.file, site.line);
    return nullptr;
  };
  if (in_kernel()) return begin_child(site, config, function, size);
  const HostCall host;
  initialise_once();
  current_call = {site.name, site.file, site.line, nullptr};
  if (const cudaError_t sticky = sticky_error()) return refuse(sticky);
  CUstream_st* stream = launches_into ? launches_into : find_stream(config.stream);
  if (!stream) return refuse(cudaErrorInvalidResourceHandle);
  if (stream->device != current_device()) return refuse(cudaErrorInvalidResourceHandle);
  note_function(function, site);
  if (const cudaError_t e = check(site, config, function)) {
    set_refusal_reason(why_refused(site, config, function, static_shared_bytes(function)));
    return refuse(e);
  }

  auto p = make_pending(site, config, function, size, stream->device);
  if (!p) return refuse(cudaErrorInvalidValue);
  p->stream = stream;
  opened = std::move(p);
  open_arguments(opened->grid.closure, size);
  return opened->grid.closure;
}

void commit_launch(void (*run)(void*), void (*destroy)(void*)) {
  if (in_kernel()) return commit_child(run, destroy);
  const HostCall host;
  close_arguments();
  opened->grid.run = run;
  opened->destroy = destroy;
  count_launch(opened->grid);
  CUstream_st& stream = *opened->stream;
  const Grid& g = opened->grid;
  // A kernel's static shared memory is known only once it has run. If the total may exceed the
  // limit, it runs at once, so that the launch fails and not a later call.
  constexpr std::size_t much = 8 * 1024;
  const bool at_once = g.function && g.dynamic_shared >= much && !has_run(g.function);
  const std::uint64_t id = enqueue(stream, [p = std::move(opened)] { run_pending(*p); });
  if (at_once) run_now(id);
}

}  // namespace simt::detail

size_t simt::launched_kernels(const LaunchedKernel** kernels) {
  *kernels = detail::launched.data();
  return detail::launched.size();
}

size_t simt::launched_code(const LaunchedCode** code) {
  *code = detail::launched_as.data();
  return detail::known_code.size();
}

void simt::reset_launched_kernels() {
  detail::launched.clear();
  detail::launched_as.clear();
  detail::known_code.clear();
}
