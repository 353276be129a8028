// Nodes of graphs that run a graph if a kernel says so, as long as it does, or the one of several
// that it names (CUDA 12.4; else and switch 12.8).
#include "expect.h"

using expect::Device;

#define OK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(cudaSuccess))

#if CUDART_VERSION >= 12040

static cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph,
                            const std::vector<cudaGraphNode_t>& after, cudaGraphNodeParams* p) {
#if CUDART_VERSION >= 13000
  return cudaGraphAddNode(node, graph, after.data(), nullptr, after.size(), p);
#else
  return cudaGraphAddNode(node, graph, after.data(), after.size(), p);
#endif
}

template <class Function>
static cudaGraphNode_t one_thread(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after,
                                  Function* kernel, void** arguments) {
  cudaGraphNodeParams p = {cudaGraphNodeTypeKernel};
  p.kernel.func = reinterpret_cast<void*>(kernel);
  p.kernel.gridDim = dim3(1);
  p.kernel.blockDim = dim3(1);
  p.kernel.kernelParams = arguments;
  cudaGraphNode_t node;
  OK(add_node(&node, graph, after, &p));
  return node;
}

static cudaGraph_t conditional(cudaGraph_t graph, const std::vector<cudaGraphNode_t>& after,
                               cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type,
                               cudaGraphNode_t* node) {
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = 1;
  OK(add_node(node, graph, after, &p));
  return p.conditional.phGraph_out[0];
}

__global__ void set_if_odd(const int* value, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, *value % 2);
}
__global__ void count(int* counter) { ++*counter; }
__global__ void count_down(int* left, int* counter, cudaGraphConditionalHandle handle) {
  ++*counter;
  cudaGraphSetConditional(handle, --*left > 0);
}
__global__ void store(int* where, int value) { *where = value; }

TEST(ABodyRunsIfAKernelSaysSo) {
  Device<int> value(std::vector<int>(1, 0)), counter(std::vector<int>(1, 0));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, graph));
  void* arguments[] = {&value.data, &handle};
  const cudaGraphNode_t first = one_thread(graph, {}, set_if_odd, arguments);
  cudaGraphNode_t node;
  const cudaGraph_t body = conditional(graph, {first}, handle, cudaGraphCondTypeIf, &node);
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(node, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeConditional);
  void* counting[] = {&counter.data};
  one_thread(body, {}, count, counting);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (const int v : {0, 1, 2, 3, 5}) {
    OK(cudaMemcpy(value.data, &v, sizeof v, cudaMemcpyHostToDevice));
    OK(cudaGraphLaunch(exec, 0));
  }
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(counter.get()[0], 3);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

#if CUDART_VERSION >= 12080
__global__ void choose(const int* value, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, *value);
}
__global__ void note(int* counters, int which) { ++counters[which]; }

/// A graph of `size` bodies, each of which counts for itself; launched with the values 0 to 3.
static std::vector<int> counts_of(cudaGraphConditionalNodeType type, unsigned size) {
  Device<int> value(std::vector<int>(1, 0)), counters(std::vector<int>(4, 0));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, graph));
  void* choosing[] = {&value.data, &handle};
  const cudaGraphNode_t first = one_thread(graph, {}, choose, choosing);
  cudaGraphNodeParams p = {cudaGraphNodeTypeConditional};
  p.conditional.handle = handle;
  p.conditional.type = type;
  p.conditional.size = size;
  cudaGraphNode_t node;
  OK(add_node(&node, graph, {first}, &p));
  for (int body = 0; body < static_cast<int>(size); ++body) {
    void* noting[] = {&counters.data, &body};
    one_thread(p.conditional.phGraph_out[body], {}, note, noting);
  }
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (const int v : {0, 1, 2, 3}) {
    OK(cudaMemcpy(value.data, &v, sizeof v, cudaMemcpyHostToDevice));
    OK(cudaGraphLaunch(exec, 0));
  }
  OK(cudaDeviceSynchronize());
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  return counters.get();
}

TEST(OfTwoBodiesTheSecondIsElse) {
  const std::vector<int> counts = counts_of(cudaGraphCondTypeIf, 2);
  EXPECT_EQ(counts[0], 3);
  EXPECT_EQ(counts[1], 1);
}

TEST(OfManyBodiesTheValueChooses) {
  const std::vector<int> counts = counts_of(cudaGraphCondTypeSwitch, 3);
  for (int body = 0; body < 3; ++body) EXPECT_EQ(counts[body], 1);  // for 3 there is none
  EXPECT_EQ(counts[3], 0);
}
#endif

TEST(ABodyRunsAsLongAsAKernelSaysSo) {
  Device<int> left(std::vector<int>(1, 7)), counter(std::vector<int>(1, 0)),
      last(std::vector<int>(1, 0));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphConditionalHandle handle;
  // Without a kernel before it: the body runs once at least.
  OK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
  cudaGraphNode_t node;
  const cudaGraph_t body = conditional(graph, {}, handle, cudaGraphCondTypeWhile, &node);
  void* counting[] = {&left.data, &counter.data, &handle};
  one_thread(body, {}, count_down, counting);
  int value = 11;
  void* storing[] = {&last.data, &value};
  one_thread(graph, {node}, store, storing);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(counter.get()[0], 7);
  EXPECT_EQ(last.get()[0], 11);
  const int more = 4;
  OK(cudaMemcpy(left.data, &more, sizeof more, cudaMemcpyHostToDevice));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(counter.get()[0], 11);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

TEST(AConditionAndItsBodyCanBeCaptured) {
  Device<int> left(std::vector<int>(1, 3)), counter(std::vector<int>(1, 0));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* behind = nullptr;
  std::size_t count_behind = 0;
  const auto look = [&] {
#if CUDART_VERSION >= 13000
    return cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, &behind, nullptr,
                                    &count_behind);
#else
    return cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &graph, &behind, &count_behind);
#endif
  };
  OK(look());
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  EXPECT_EQ(count_behind, std::size_t{0});
  cudaGraphConditionalHandle handle;
  OK(cudaGraphConditionalHandleCreate(&handle, graph));
  count_down<<<1, 1, 0, stream>>>(left.data, counter.data, handle);
  OK(look());
  EXPECT_EQ(count_behind, std::size_t{1});
  cudaGraphNode_t node;
  const cudaGraph_t body =
      conditional(graph, {behind, behind + count_behind}, handle, cudaGraphCondTypeWhile, &node);
#if CUDART_VERSION >= 13000
  OK(cudaStreamUpdateCaptureDependencies(stream, &node, nullptr, 1,
                                         cudaStreamSetCaptureDependencies));
#else
  OK(cudaStreamUpdateCaptureDependencies(stream, &node, 1, cudaStreamSetCaptureDependencies));
#endif
  count<<<1, 1, 0, stream>>>(counter.data);
  OK(cudaStreamEndCapture(stream, &graph));
  OK(cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
  count_down<<<1, 1, 0, stream>>>(left.data, counter.data, handle);
  cudaGraph_t same = nullptr;
  OK(cudaStreamEndCapture(stream, &same));
  EXPECT_EQ(same, body);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(counter.get()[0], 4);  // 3 times until none is left, and once behind
  EXPECT_EQ(left.get()[0], 0);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

#endif
