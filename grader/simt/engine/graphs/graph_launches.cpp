// Executable graphs.
#include "engine/graphs/graphs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/api/api.h"
#include "engine/graphs/conditions.h"
#include "engine/memory/allocations.h"
#include "engine/memory/copies.h"

using Node = CUgraphNode_st;

/// An executable graph: a copy whose child graphs are flattened.
struct CUgraphExec_st {
  CUgraph_st graph;
  std::vector<std::unique_ptr<CUstream_st>> lanes;  // one stream per node
  std::uint64_t last = 0;                           // the end of the latest launch
  bool frees_before_launch = false;
};

namespace simt::detail {

void flatten(const CUgraph_st& from, const std::vector<Node*>& behind, CUgraph_st& to,
             std::vector<Node*>& ends) {
  std::map<const Node*, Node*> became;
  std::set<const Node*> followed;
  for (const auto& node : from.nodes) {
    auto copy = std::make_unique<Node>(*node);
    copy->original_node = node.get();
    for (Node*& before : copy->after) {
      followed.insert(before);
      before = became.at(before);
    }
    if (node->after.empty()) copy->after = behind;
    if (copy->child) {
      std::vector<Node*> its_ends = copy->after;
      flatten(*std::exchange(copy->child, nullptr), copy->after, to, its_ends);
      copy->after = std::move(its_ends);
    }
    if (copy->conditional) copy->conditional = ready_to_run(*copy->conditional);
    became[node.get()] = copy.get();
    to.nodes.push_back(std::move(copy));
  }
  to.conditions.insert(to.conditions.end(), from.conditions.begin(), from.conditions.end());
  if (!from.nodes.empty()) ends.clear();
  for (const auto& node : from.nodes)
    if (followed.count(node.get()) == 0) ends.push_back(became.at(node.get()));
}

namespace {

/// The executable graph's node that was made from `original`.
Node* node_in(CUgraphExec_st& exec, const Node* original) {
  for (const auto& node : exec.graph.nodes)
    if (node->original_node == original) return node.get();
  return nullptr;
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags) {
  if (!exec || !graph) return cudaErrorInvalidValue;
  if (!put_in_order(*graph)) return cudaErrorInvalidValue;
  auto made = std::make_unique<CUgraphExec_st>();
  made->frees_before_launch = (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0;
  std::vector<Node*> ends;
  flatten(*graph, {}, made->graph, ends);
  for (const auto& node : made->graph.nodes) {
    made->lanes.push_back(std::make_unique<CUstream_st>());
    made->lanes.back()->device = node->device;
    made->lanes.back()->blocking = false;
  }
  *exec = made.release();
  return cudaSuccess;
}

/// Memory that the graph allocates and does not free itself must have been freed since its last
/// launch.
cudaError_t reserve_memory(CUgraphExec_st& exec, CUstream_st& stream) {
  std::set<std::uintptr_t> freed;
  for (const auto& node : exec.graph.nodes)
    if (node->frees) freed.insert(reinterpret_cast<std::uintptr_t>(node->frees));
  for (const auto& node : exec.graph.nodes) {
    Reservation* const r = node->allocates.get();
    if (!r || !r->held) continue;
    if (!exec.frees_before_launch) return cudaErrorInvalidValue;
    enqueue(stream,
            [kept = node->allocates] { release(reinterpret_cast<void*>(kept->start), false); });
  }
  for (const auto& node : exec.graph.nodes) {
    if (node->allocates) node->allocates->held = freed.count(node->allocates->start) == 0;
    Reservation* const r = node->frees ? find_reservation(node->frees) : nullptr;
    if (r) r->held = false;
  }
  return cudaSuccess;
}

cudaError_t launch(CUgraphExec_st& exec, CUstream_st& stream) {
  if (const cudaError_t error = reserve_memory(exec, stream)) return error;
  const CallSite by = current_call;
  const auto nothing = [] {};
  // A launch begins after the previous launch of the graph has ended.
  const std::uint64_t start = enqueue(
      stream, [conditions = exec.graph.conditions] { reset(conditions); }, exec.last);
  std::map<const Node*, std::uint64_t> ids;
  for (std::size_t i = 0; i < exec.graph.nodes.size(); ++i) {
    const Node& node = *exec.graph.nodes[i];
    CUstream_st& lane = *exec.lanes[i];
    enqueue(lane, nothing, start);
    for (const Node* const before : node.after) enqueue(lane, nothing, ids.at(before));
    current_call = node.call;
    ids[&node] = node.records       ? record_event(*node.records, lane)
                 : node.waits_for   ? enqueue(lane, nothing, node.waits_for->operation)
                 : node.conditional ? enqueue(lane, [c = node.conditional] { run_conditional(*c); })
                 : node.work        ? enqueue(lane, node.work)
                                    : enqueue(lane, nothing);
    current_call = by;
  }
  for (const auto& [node, id] : ids) exec.last = enqueue(stream, nothing, id);
  if (ids.empty()) exec.last = start;
  return cudaSuccess;
}

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long flags,
                                 const char* file, int line) {
  return api("cudaGraphInstantiate", file, line, [&] { return instantiate(exec, graph, flags); });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                 cudaGraphNode_t* error_node, char* log, size_t log_size,
                                 const char* file, int line) {
  if (error_node) *error_node = nullptr;
  if (log && log_size > 0) *log = '\0';
  return cudaGraphInstantiate(exec, graph, 0ull, file, line);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags, const char* file, int line) {
  return cudaGraphInstantiate(exec, graph, flags, file, line);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream, const char* file, int line) {
  return api("cudaGraphUpload", file, line, [&] {
    if (!exec) return cudaErrorInvalidValue;
    return find_stream(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream, const char* file, int line) {
  return api("cudaGraphLaunch", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (!exec) return cudaErrorInvalidValue;
    if (s->capture) return cudaErrorStreamCaptureUnsupported;
    return launch(*exec, *s);
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info, const char* file, int line) {
  return api("cudaGraphExecUpdate", file, line, [&] {
    if (!exec || !graph || !put_in_order(*graph)) return cudaErrorInvalidValue;
    CUgraph_st now;
    std::vector<Node*> ends;
    flatten(*graph, {}, now, ends);
    const auto places = [](const CUgraph_st& of) {
      std::map<const Node*, std::size_t> place;
      std::vector<std::vector<std::size_t>> after;
      for (const auto& node : of.nodes) {
        place.emplace(node.get(), place.size());
        after.emplace_back();
        for (const Node* before : node->after) after.back().push_back(place.at(before));
      }
      return after;
    };
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateSuccess;
    if (places(now) != places(exec->graph)) result = cudaGraphExecUpdateErrorTopologyChanged;
    for (std::size_t i = 0; result == cudaGraphExecUpdateSuccess && i < now.nodes.size(); ++i)
      if (now.nodes[i]->type != exec->graph.nodes[i]->type)
        result = cudaGraphExecUpdateErrorNodeTypeChanged;
    if (info) *info = {result, nullptr, nullptr};
    if (result != cudaGraphExecUpdateSuccess) return cudaErrorGraphExecUpdateFailure;
    exec->graph = std::move(now);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec, const char* file, int line) {
  return api("cudaGraphExecDestroy", file, line, [&] {
    if (!exec) return cudaErrorInvalidValue;
    delete exec;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params, const char* file,
                                             int line) {
  return api("cudaGraphExecKernelNodeSetParams", file, line, [&] {
    if (!exec) return cudaErrorInvalidValue;
    return replace_kernel(node_in(*exec, node), params, "cudaGraphExecKernelNodeSetParams", file,
                          line);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, size_t size, cudaMemcpyKind kind,
                                               const char* file, int line) {
  return api("cudaMemcpyAsync", file, line, [&] {
    Node* const made = exec ? node_in(*exec, node) : nullptr;
    if (!made) return cudaErrorInvalidValue;
    return replace_work(
        *made, [&](CUstream_st& stream) { return copy(to, from, size, kind, stream, true); });
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* params, const char* file,
                                             int line) {
  return api("cudaMemsetAsync", file, line, [&] {
    Node* const made = exec ? node_in(*exec, node) : nullptr;
    if (!made || !params) return cudaErrorInvalidValue;
    return replace_work(*made, [&](CUstream_st& stream) {
      return set(params->dst, params->pitch, params->value, params->elementSize, params->width,
                 params->height, stream, true);
    });
  });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* params, const char* file,
                                           int line) {
  return api("cudaLaunchHostFunc", file, line, [&] {
    Node* const made = exec ? node_in(*exec, node) : nullptr;
    if (!made || !params || !params->fn) return cudaErrorInvalidValue;
    return replace_work(*made, [&](CUstream_st& stream) {
      note_in_graph(stream, [p = *params] { p.fn(p.userData); });
      return cudaSuccess;
    });
  });
}
