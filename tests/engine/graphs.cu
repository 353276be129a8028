// CUDA graphs: captured from one stream and from several, built by hand, launched again, updated.
#include "expect.h"

using expect::Device;

#define OK(call) EXPECT_EQ(static_cast<int>(call), static_cast<int>(cudaSuccess))

__global__ void add(int n, int* a, int x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += x;
}
__global__ void sum(int n, const int* a, const int* b, int* c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

TEST(CapturedFromAStream) {
  constexpr int n = 100;
  Device<int> a(std::vector<int>(n, 1));
  std::vector<int> out(n, -1);
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  cudaStreamCaptureStatus status;
  OK(cudaStreamIsCapturing(stream, &status));
  EXPECT_EQ(status, cudaStreamCaptureStatusActive);
  for (int i = 0; i < 3; ++i) add<<<4, 32, 0, stream>>>(n, a.data, i + 1);
  OK(cudaMemcpyAsync(out.data(), a.data, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(stream, &graph));
  EXPECT_EQ(out[7], -1);  // nothing has run
  std::size_t nodes = 0, roots = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &nodes));
  OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT_EQ(nodes, std::size_t{4});
  EXPECT_EQ(roots, std::size_t{1});
  cudaGraphNode_t first;
  std::size_t one = 1;
  OK(cudaGraphGetRootNodes(graph, &first, &one));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(first, &type));
  EXPECT_EQ(type, cudaGraphNodeTypeKernel);

  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  OK(cudaGraphDestroy(graph));
  for (int times = 1; times <= 3; ++times) {
    OK(cudaGraphLaunch(exec, stream));
    OK(cudaStreamSynchronize(stream));
    EXPECT_EQ(out[7], 1 + 6 * times);
  }
  OK(cudaGraphExecDestroy(exec));
  OK(cudaStreamDestroy(stream));
}

// Two branches that join again, as events say.
TEST(CapturedFromTwoStreams) {
  constexpr int n = 1000;
  Device<int> a(std::vector<int>(n, 1)), b(std::vector<int>(n, 10)), c(n);
  cudaStream_t one, two;
  OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
  OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
  cudaEvent_t fork, join;
  OK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  OK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
  OK(cudaEventRecord(fork, one));
  OK(cudaStreamWaitEvent(two, fork));
  add<<<8, 128, 0, one>>>(n, a.data, 1);
  add<<<8, 128, 0, two>>>(n, b.data, 2);
  OK(cudaEventRecord(join, two));
  OK(cudaStreamWaitEvent(one, join));
  sum<<<8, 128, 0, one>>>(n, a.data, b.data, c.data);
  cudaGraph_t graph;
  OK(cudaStreamEndCapture(one, &graph));
  std::size_t roots = 0;
  OK(cudaGraphGetRootNodes(graph, nullptr, &roots));
  EXPECT_EQ(roots, std::size_t{2});
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 0; i < 5; ++i) OK(cudaGraphLaunch(exec, two));
  OK(cudaStreamSynchronize(two));
  EXPECT_EQ(c.get()[n - 1], 6 + 20);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
  OK(cudaEventDestroy(fork));
  OK(cudaEventDestroy(join));
  OK(cudaStreamDestroy(one));
  OK(cudaStreamDestroy(two));
}

void CUDART_CB count(void* counter) { ++*static_cast<int*>(counter); }

TEST(BuiltByHand) {
  Device<int> a(8);
  std::vector<int> out(8, 0);
  int calls = 0;
  cudaGraph_t graph, inner;
  OK(cudaGraphCreate(&graph, 0));
  OK(cudaGraphCreate(&inner, 0));
  cudaGraphNode_t set, copy, host, child, empty;
  cudaMemsetParams fill{};
  fill.dst = a.data;
  fill.value = 0x01020304;
  fill.elementSize = 4;
  fill.width = 8;
  fill.height = 1;
  OK(cudaGraphAddMemsetNode(&set, inner, nullptr, 0, &fill));
  OK(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  OK(cudaGraphAddEmptyNode(&empty, graph, nullptr, 0));
#if CUDART_VERSION >= 13000
  OK(cudaGraphAddDependencies(graph, &child, &empty, nullptr, 1));
#else
  OK(cudaGraphAddDependencies(graph, &child, &empty, 1));
#endif
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, &empty, 1, out.data(), a.data, 8 * sizeof(int),
                              cudaMemcpyDeviceToHost));
  cudaHostNodeParams call{};
  call.fn = count;
  call.userData = &calls;
  OK(cudaGraphAddHostNode(&host, graph, &copy, 1, &call));
  cudaGraph_t clone;
  OK(cudaGraphClone(&clone, graph));
  OK(cudaGraphDestroy(graph));
  OK(cudaGraphDestroy(inner));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, clone, 0));
  OK(cudaGraphUpload(exec, 0));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaGraphLaunch(exec, 0));
  OK(cudaDeviceSynchronize());
  EXPECT_EQ(calls, 2);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(out[i], 0x01020304);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(clone));
}

cudaGraph_t captured(cudaStream_t stream, int n, int* a, int x, int times) {
  cudaGraph_t graph;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  for (int i = 0; i < times; ++i) add<<<1, 32, 0, stream>>>(n, a, x);
  OK(cudaStreamEndCapture(stream, &graph));
  return graph;
}

TEST(UpdatedWithOtherArguments) {
  Device<int> a(std::vector<int>(32, 0));
  cudaStream_t stream;
  OK(cudaStreamCreate(&stream));
  cudaGraph_t first = captured(stream, 32, a.data, 1, 2),
              second = captured(stream, 32, a.data, 100, 2),
              longer = captured(stream, 32, a.data, 1, 3);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, first, 0));
  OK(cudaGraphLaunch(exec, stream));
  cudaGraphExecUpdateResultInfo info;
  OK(cudaGraphExecUpdate(exec, second, &info));
  OK(cudaGraphLaunch(exec, stream));
  OK(cudaStreamSynchronize(stream));
  EXPECT_EQ(a.get()[31], 202);
  cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;  // as programs of CUDA 11 ask for it
  OK(cudaGraphExecUpdate(exec, second, nullptr, &result));
  EXPECT_EQ(result, cudaGraphExecUpdateSuccess);
  EXPECT_EQ(cudaGraphExecUpdate(exec, longer, &info), cudaErrorGraphExecUpdateFailure);
  EXPECT_EQ(info.result, cudaGraphExecUpdateErrorTopologyChanged);
  cudaGetLastError();
  OK(cudaGraphExecDestroy(exec));
  for (cudaGraph_t graph : {first, second, longer}) OK(cudaGraphDestroy(graph));
  OK(cudaStreamDestroy(stream));
}

TEST(WhatACaptureForbids) {
  cudaStream_t stream, other;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamCreate(&other));
  cudaGraph_t graph;
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorIllegalState);
  EXPECT_EQ(cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal),
            cudaErrorStreamCaptureUnsupported);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaErrorIllegalState);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(graph == nullptr, true);
  // A branch that does not come back.
  cudaEvent_t event;
  OK(cudaEventCreate(&event));
  Device<int> a(32);
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  OK(cudaEventRecord(event, stream));
  OK(cudaStreamWaitEvent(other, event));
  add<<<1, 32, 0, other>>>(32, a.data, 1);
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(cudaEventSynchronize(event), cudaErrorInvalidValue);
  cudaGetLastError();
  OK(cudaEventDestroy(event));
  OK(cudaStreamDestroy(stream));
  OK(cudaStreamDestroy(other));
}
