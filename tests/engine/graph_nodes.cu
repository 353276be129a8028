// Nodes of graphs that allocate and free memory, captured ones too, and that record and await
// events.
#include "expect.h"

using expect::Device;

#define OK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(cudaSuccess))

__global__ void add(int n, int* a, int x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += x;
}
__global__ void set(int n, int* a, int x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = x + i;
}
__global__ void copy(int n, const int* a, int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}

static cudaMemAllocNodeParams room_for(std::size_t bytes) {
  cudaMemAllocNodeParams p = {};
  p.bytesize = bytes;
  p.poolProps.allocType = cudaMemAllocationTypePinned;
  p.poolProps.location.type = cudaMemLocationTypeDevice;
  p.poolProps.location.id = 0;
  return p;
}

template <class Function>
static cudaGraphNode_t kernel_node(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after,
                                   Function* kernel, void** arguments) {
  cudaKernelNodeParams p = {};
  p.func = reinterpret_cast<void*>(kernel);
  p.gridDim = dim3(4);
  p.blockDim = dim3(32);
  p.kernelParams = arguments;
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, graph, after.data(), after.size(), &p));
  return node;
}

TEST(AGraphAllocatesAndFrees) {
  int n = 100, start = 5;
  Device<int> out(std::vector<int>(n, -1));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams room = room_for(n * sizeof(int));
  cudaGraphNode_t allocation, release;
  OK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &room));
  EXPECT(room.dptr != nullptr);
  int* between = static_cast<int*>(room.dptr);
  void* set_arguments[] = {&n, &between, &start};
  const cudaGraphNode_t setting = kernel_node(graph, {allocation}, set, set_arguments);
  void* copy_arguments[] = {&n, &between, &out.data};
  const cudaGraphNode_t copying = kernel_node(graph, {setting}, copy, copy_arguments);
  OK(cudaGraphAddMemFreeNode(&release, graph, &copying, 1, between));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(allocation, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeMemAlloc);
  OK(cudaGraphNodeGetType(release, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeMemFree);
  void* freed = nullptr;
  OK(cudaGraphMemFreeNodeGetParams(release, &freed));
  EXPECT_EQ(freed, static_cast<void*>(between));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 3; ++round) OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  const std::vector<int> got = out.get();
  for (int i = 0; i < n; ++i) EXPECT_EQ(got[i], 5 + i);
  // Hardware may keep 32 MiB for a graph that has freed all it allocated; the engine keeps nothing.
  std::size_t used = 1, most = 0;
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  OK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &most));
  EXPECT(used <= most);
  EXPECT(most >= n * sizeof(int));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaDeviceGraphMemTrim(0));
}

TEST(WhatIsNotAnAllocationsCannotBeFreedByANode) {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams room = room_for(1000);
  cudaGraphNode_t allocation, release;
  OK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &room));
  Device<int> other(10);
  EXPECT(cudaGraphAddMemFreeNode(&release, graph, &allocation, 1, other.data) != cudaSuccess);
  OK(cudaGraphAddMemFreeNode(&release, graph, &allocation, 1, room.dptr));
  EXPECT(cudaGraphAddMemFreeNode(&release, graph, &allocation, 1, room.dptr) != cudaSuccess);
  cudaGetLastError();
  OK(cudaGraphDestroy(graph));
}

TEST(AllocationsOfACapturedStreamAreNodes) {
  constexpr int n = 100;
  Device<int> out(std::vector<int>(n, -1));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int* between = nullptr;
  OK(cudaMallocAsync(&between, n * sizeof(int), stream));
  EXPECT(between != nullptr);
  OK(cudaMemsetAsync(between, 0, n * sizeof(int), stream));
  add<<<4, 32, 0, stream>>>(n, between, 3);
  copy<<<4, 32, 0, stream>>>(n, between, out.data);
  OK(cudaFreeAsync(between, stream));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  std::size_t count = 5;
  cudaGraphNode_t nodes[5];
  OK(cudaGraphGetNodes(graph, nodes, &count));
  EXPECT_EQ(count, std::size_t{5});
  int allocations = 0, releases = 0;
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    OK(cudaGraphNodeGetType(node, &type));
    allocations += type == cudaGraphNodeTypeMemAlloc;
    releases += type == cudaGraphNodeTypeMemFree;
  }
  EXPECT_EQ(allocations, 1);
  EXPECT_EQ(releases, 1);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 2; ++round) OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  for (const int value : out.get()) EXPECT_EQ(value, 3);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

TEST(WhatAGraphLeavesCanBeUsedAndFreedBehindIt) {
  int n = 100, start = 1;
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams room = room_for(n * sizeof(int));
  cudaGraphNode_t allocation;
  OK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &room));
  int* data = static_cast<int*>(room.dptr);
  void* arguments[] = {&n, &data, &start};
  kernel_node(graph, {allocation}, set, arguments);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  std::vector<int> got(n, -1);
  for (int round = 0; round < 2; ++round) {
    OK(cudaGraphLaunch(exec, stream));
    add<<<4, 32, 0, stream>>>(n, data, 1);
    OK(cudaMemcpyAsync(got.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    OK(cudaFreeAsync(data, stream));
  }
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) EXPECT_EQ(got[i], 2 + i);
  // Not freed: the graph cannot run again.
  OK(cudaGraphLaunch(exec, stream));
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaStreamSynchronize(stream));
  OK(cudaFree(data));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

TEST(WhatIsLeftIsFreedByTheNextLaunchIfThatIsAskedFor) {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams room = room_for(4096);
  cudaGraphNode_t allocation;
  OK(cudaGraphAddMemAllocNode(&allocation, graph, nullptr, 0, &room));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int round = 0; round < 3; ++round) OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  OK(cudaFree(room.dptr));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

// --- events

TEST(EventsAreRecordedAndAwaitedByNodes) {
  int n = 100, start = 4, one = 1;
  Device<int> a(std::vector<int>(n, 0)), b(std::vector<int>(n, 0));
  cudaEvent_t first, done;
  OK(cudaEventCreate(&first));
  OK(cudaEventCreate(&done));
  // One graph sets, the other one copies behind it in another stream.
  cudaGraph_t setting, copying;
  OK(cudaGraphCreate(&setting, 0));
  OK(cudaGraphCreate(&copying, 0));
  cudaGraphNode_t begin, end, wait;
  OK(cudaGraphAddEventRecordNode(&begin, setting, nullptr, 0, first));
  void* set_arguments[] = {&n, &a.data, &start};
  const cudaGraphNode_t setter = kernel_node(setting, {begin}, set, set_arguments);
  OK(cudaGraphAddEventRecordNode(&end, setting, &setter, 1, done));
  OK(cudaGraphAddEventWaitNode(&wait, copying, nullptr, 0, done));
  void* copy_arguments[] = {&n, &a.data, &b.data};
  const cudaGraphNode_t copier = kernel_node(copying, {wait}, copy, copy_arguments);
  void* add_arguments[] = {&n, &b.data, &one};
  kernel_node(copying, {copier}, add, add_arguments);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(wait, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeWaitEvent);
  OK(cudaGraphNodeGetType(end, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeEventRecord);
  cudaEvent_t event = nullptr;
  OK(cudaGraphEventRecordNodeGetEvent(end, &event));
  EXPECT_EQ(event, done);
  OK(cudaGraphEventWaitNodeGetEvent(wait, &event));
  EXPECT_EQ(event, done);
  cudaGraphExec_t sets, copies;
  OK(cudaGraphInstantiate(&sets, setting, 0));
  OK(cudaGraphInstantiate(&copies, copying, 0));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams)
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cudaGraphLaunch(sets, streams[0]));
  OK(cudaGraphLaunch(copies, streams[1]));
  OK(cudaStreamSynchronize(streams[1]));
  OK(cudaEventQuery(done));
  float milliseconds = -1;
  OK(cudaEventElapsedTime(&milliseconds, first, done));
  EXPECT(milliseconds >= 0);
  const std::vector<int> got = b.get();
  for (int i = 0; i < n; ++i) EXPECT_EQ(got[i], 5 + i);
  OK(cudaStreamSynchronize(streams[0]));
  for (cudaStream_t stream : streams) OK(cudaStreamDestroy(stream));
  for (cudaGraphExec_t exec : {sets, copies}) OK(cudaGraphExecDestroy(exec));
  for (cudaGraph_t graph : {setting, copying}) OK(cudaGraphDestroy(graph));
  OK(cudaEventDestroy(first));
  OK(cudaEventDestroy(done));
}

TEST(ACapturedStreamRecordsAnEventForOthers) {
  constexpr int n = 100;
  Device<int> a(std::vector<int>(n, 0));
  std::vector<int> got(n, -1);
  cudaEvent_t done;
  OK(cudaEventCreate(&done));
  cudaStream_t stream, other;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  set<<<4, 32, 0, stream>>>(n, a.data, 3);
  OK(cudaEventRecordWithFlags(done, stream, cudaEventRecordExternal));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  std::size_t nodes = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  EXPECT_EQ(nodes, std::size_t{2});
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamWaitEvent(other, done, 0));
  OK(cudaMemcpyAsync(got.data(), a.data, n * sizeof(int), cudaMemcpyDeviceToHost, other));
  OK(cudaStreamSynchronize(other));
  for (int i = 0; i < n; ++i) EXPECT_EQ(got[i], 3 + i);
  OK(cudaStreamSynchronize(stream));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
  OK(cudaStreamDestroy(other));
  OK(cudaEventDestroy(done));
}

TEST(AGraphIsDrawn) {
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t a, b;
  OK(cudaGraphAddEmptyNode(&a, graph, nullptr, 0));
  OK(cudaGraphAddEmptyNode(&b, graph, &a, 1));
  char path[] = "/tmp/graph_XXXXXX";
  const int file = mkstemp(path);
  EXPECT(file >= 0);
  OK(cudaGraphDebugDotPrint(graph, path, 0));
  char text[4096] = {};
  EXPECT(read(file, text, sizeof text - 1) > 0);
  EXPECT(std::strstr(text, "digraph") != nullptr);
  EXPECT(std::strstr(text, "->") != nullptr);
  close(file);
  unlink(path);
  OK(cudaGraphDestroy(graph));
}
