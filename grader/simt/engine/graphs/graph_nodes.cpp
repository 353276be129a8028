// Graph nodes: their work, and calls that change it.
#include "engine/graphs/graphs.h"

#include <utility>

#include "engine/api/api.h"
#include "engine/launch_into.h"
#include "engine/memory/copies.h"
#include "simt/kernels.h"

using Node = CUgraphNode_st;

namespace simt::detail {

cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, const std::function<cudaError_t(CUstream_st&)>& give) {
  if (!node || !graph || (count > 0 && !after)) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i)
    if (!graph->owns(after[i])) return cudaErrorInvalidValue;
  CUstream_st stream;
  stream.device = current_device();
  Capture notes;
  notes.graph = graph;
  stream.capture = &notes;
  stream.tail.assign(after, after + count);
  const std::size_t before = graph->nodes.size();
  if (const cudaError_t error = give(stream)) return error;
  if (graph->nodes.size() == before) note_in_graph(stream, nullptr);
  *node = graph->nodes.back().get();
  return cudaSuccess;
}

cudaError_t replace_work(Node& node, const std::function<cudaError_t(CUstream_st&)>& give) {
  CUgraph_st alone;
  Node* made = nullptr;
  if (const cudaError_t error = add_node(&made, &alone, nullptr, 0, give)) return error;
  if (made->type != node.type) return cudaErrorInvalidValue;
  node.work = std::move(made->work);
  node.call = made->call;
  return cudaSuccess;
}

namespace {

cudaError_t submit_kernel_node(CUstream_st& stream, const cudaKernelNodeParams& p, const char* call,
                               const char* file, int line) {
  if (p.extra || !p.func) return cudaErrorInvalidValue;
  const LaunchInto into(stream);
  return launch_by_address(p.func, {p.gridDim, p.blockDim, p.sharedMemBytes, nullptr},
                           p.kernelParams, call, file, line);
}

}  // namespace

cudaError_t replace_kernel(Node* node, const cudaKernelNodeParams* params, const char* call,
                           const char* file, int line) {
  if (!node || !params) return cudaErrorInvalidValue;
  const cudaError_t error = replace_work(*node, [&](CUstream_st& stream) {
    return submit_kernel_node(stream, *params, call, file, line);
  });
  if (error == cudaSuccess) node->kernel = *params;
  return error;
}

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* after, size_t count, const char* file,
                                  int line) {
  return api("cudaGraphAddEmptyNode", file, line, [&] {
    return add_node(node, graph, after, count, [](CUstream_st&) { return cudaSuccess; });
  });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* after, size_t count,
                                 const cudaHostNodeParams* params, const char* file, int line) {
  return api("cudaGraphAddHostNode", file, line, [&] {
    if (!params || !params->fn) return cudaErrorInvalidValue;
    return add_node(node, graph, after, count, [&](CUstream_st& stream) {
      note_in_graph(stream, [p = *params] { p.fn(p.userData); });
      return cudaSuccess;
    });
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemsetParams* params, const char* file, int line) {
  return api("cudaGraphAddMemsetNode", file, line, [&] {
    if (!params) return cudaErrorInvalidValue;
    return add_node(node, graph, after, count, [&](CUstream_st& stream) {
      return set(params->dst, params->pitch, params->value, params->elementSize, params->width,
                 params->height, stream, true);
    });
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaMemcpy3DParms* params, const char* file, int line) {
  return api("cudaGraphAddMemcpyNode", file, line, [&] {
    if (!params) return cudaErrorInvalidValue;
    return add_node(node, graph, after, count,
                    [&](CUstream_st& stream) { return copy_3d(*params, stream, true); });
  });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* after, size_t count, void* to,
                                     const void* from, size_t size, cudaMemcpyKind kind,
                                     const char* file, int line) {
  return api("cudaGraphAddMemcpyNode1D", file, line, [&] {
    return add_node(node, graph, after, count,
                    [&](CUstream_st& stream) { return copy(to, from, size, kind, stream, true); });
  });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* after, size_t count,
                                       cudaGraph_t child, const char* file, int line) {
  return api("cudaGraphAddChildGraphNode", file, line, [&] {
    if (!child || child == graph || !put_in_order(*child)) return cudaErrorInvalidValue;
    return add_node(node, graph, after, count, [&](CUstream_st& stream) {
      note_in_graph(stream, nullptr);
      Node& made = *graph->nodes.back();
      made.type = cudaGraphNodeTypeGraph;
      made.child = std::make_shared<CUgraph_st>();
      copy_nodes(*child, *made.child);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* params, const char* file, int line) {
  return api("cudaGraphAddKernelNode", file, line, [&] {
    if (!params) return cudaErrorInvalidValue;
    const cudaError_t error = add_node(node, graph, after, count, [&](CUstream_st& stream) {
      return submit_kernel_node(stream, *params, "cudaGraphAddKernelNode", file, line);
    });
    if (error == cudaSuccess) (*node)->kernel = *params;
    return error;
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* params,
                                         const char* file, int line) {
  return api("cudaGraphKernelNodeGetParams", file, line, [&] {
    if (!node || !params || !node->kernel.func) return cudaErrorInvalidValue;
    *params = node->kernel;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params,
                                         const char* file, int line) {
  return api("cudaGraphKernelNodeSetParams", file, line, [&] {
    return replace_kernel(node, params, "cudaGraphKernelNodeSetParams", file, line);
  });
}
