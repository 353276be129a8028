// cudaGraphAddNode: adds a node of any kind.
#include "engine/api/api.h"
#include "engine/graphs/conditions.h"
#include "simt/graph_nodes.h"

using namespace simt::detail;

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             size_t count, cudaGraphNodeParams* params, const char* file,
                             int line) {
  if (!params || !graph)
    return api("cudaGraphAddNode", file, line, [] { return cudaErrorInvalidValue; });
  switch (params->type) {
    case cudaGraphNodeTypeKernel: {
      const auto& k = params->kernel;
      const cudaKernelNodeParams kernel{k.func,           k.gridDim,      k.blockDim,
                                        k.sharedMemBytes, k.kernelParams, k.extra};
      return cudaGraphAddKernelNode(node, graph, after, count, &kernel, file, line);
    }
    case cudaGraphNodeTypeMemcpy:
      return cudaGraphAddMemcpyNode(node, graph, after, count, &params->memcpy.copyParams, file,
                                    line);
    case cudaGraphNodeTypeMemset:
      return cudaGraphAddMemsetNode(node, graph, after, count, &params->memset, file, line);
    case cudaGraphNodeTypeHost:
      return cudaGraphAddHostNode(node, graph, after, count, &params->host, file, line);
    case cudaGraphNodeTypeGraph:
      return cudaGraphAddChildGraphNode(node, graph, after, count, params->graph.graph, file, line);
    case cudaGraphNodeTypeEmpty:
      return cudaGraphAddEmptyNode(node, graph, after, count, file, line);
    case cudaGraphNodeTypeWaitEvent:
      return cudaGraphAddEventWaitNode(node, graph, after, count, params->eventWait.event, file,
                                       line);
    case cudaGraphNodeTypeEventRecord:
      return cudaGraphAddEventRecordNode(node, graph, after, count, params->eventRecord.event, file,
                                         line);
    case cudaGraphNodeTypeMemAlloc:
      return cudaGraphAddMemAllocNode(node, graph, after, count, &params->alloc, file, line);
    case cudaGraphNodeTypeMemFree:
      return cudaGraphAddMemFreeNode(node, graph, after, count, params->free.dptr, file, line);
    case cudaGraphNodeTypeConditional:
      return api("cudaGraphAddNode", file, line,
                 [&] { return add_conditional(node, graph, after, count, params->conditional); });
  }
  return api("cudaGraphAddNode", file, line, [] { return cudaErrorInvalidValue; });
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, size_t count, cudaGraphNodeParams* params,
                             const char* file, int line) {
  return cudaGraphAddNode(node, graph, after, count, params, file, line);
}
