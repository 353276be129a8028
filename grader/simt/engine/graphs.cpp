#include "graphs.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "api.h"
#include "copies.h"
#include "launch_into.h"
#include "simt/kernels.h"

using simt::detail::Capture;
using Node = CUgraphNode_st;

/// A graph that can be launched: a copy, without children.
struct CUgraphExec_st {
  CUgraph_st graph;
  std::vector<std::unique_ptr<CUstream_st>> lanes;  // of each node
  std::uint64_t last = 0;                           // the last launch's end
};

namespace simt::detail {

namespace {

std::map<std::uint64_t, Capture*>& captures() {
  static auto* all = new std::map<std::uint64_t, Capture*>;
  return *all;
}

cudaGraphNodeType type_of(const char* call) {
  const std::string_view name = call ? call : "";
  const auto begins = [&](std::string_view with) { return name.substr(0, with.size()) == with; };
  if (begins("cudaMemcpy")) return cudaGraphNodeTypeMemcpy;
  if (begins("cudaMemset") || begins("cudaGraphAddMemset")) return cudaGraphNodeTypeMemset;
  if (begins("cudaGraphAddMemcpy")) return cudaGraphNodeTypeMemcpy;
  if (begins("cudaLaunchHostFunc") || begins("cudaStreamAddCallback") || begins("cudaGraphAddHost"))
    return cudaGraphNodeTypeHost;
  if (begins("cudaLaunch") || begins("cudaGraphAddKernel") || begins("cudaGraphKernel") ||
      begins("cudaGraphExecKernel"))
    return cudaGraphNodeTypeKernel;
  return begins("cuda") ? cudaGraphNodeTypeEmpty : cudaGraphNodeTypeKernel;
}

/// Copies of the nodes, in their order. Returns which became which.
std::map<const Node*, Node*> copy_nodes(const CUgraph_st& from, CUgraph_st& to) {
  std::map<const Node*, Node*> became;
  for (const auto& node : from.nodes) {
    auto copy = std::make_unique<Node>(*node);
    for (Node*& before : copy->after) before = became.at(before);
    became[node.get()] = copy.get();
    to.nodes.push_back(std::move(copy));
  }
  return became;
}

/// As copy_nodes, but what is a graph becomes its nodes and, behind them, an empty one.
void flatten(const CUgraph_st& from, const std::vector<Node*>& behind, CUgraph_st& to,
             std::vector<Node*>& ends) {
  std::map<const Node*, Node*> became;
  std::set<const Node*> followed;
  for (const auto& node : from.nodes) {
    auto copy = std::make_unique<Node>(*node);
    copy->copy_of = node.get();
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
    became[node.get()] = copy.get();
    to.nodes.push_back(std::move(copy));
  }
  if (!from.nodes.empty()) ends.clear();
  for (const auto& node : from.nodes)
    if (followed.count(node.get()) == 0) ends.push_back(became.at(node.get()));
}

/// Not behind itself: nodes in an order in which each comes after those before it.
bool put_in_order(CUgraph_st& graph) {
  std::vector<std::unique_ptr<Node>> ordered;
  std::set<const Node*> placed;
  while (!graph.nodes.empty()) {
    const auto next = std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const auto& node) {
      return std::all_of(node->after.begin(), node->after.end(),
                         [&](const Node* before) { return placed.count(before) > 0; });
    });
    if (next == graph.nodes.end()) {
      for (auto& rest : graph.nodes) ordered.push_back(std::move(rest));
      graph.nodes = std::move(ordered);
      return false;
    }
    placed.insert(next->get());
    ordered.push_back(std::move(*next));
    graph.nodes.erase(next);
  }
  graph.nodes = std::move(ordered);
  return true;
}

void add_new(std::vector<Node*>& to, const std::vector<Node*>& more) {
  for (Node* const node : more)
    if (std::find(to.begin(), to.end(), node) == to.end()) to.push_back(node);
}

/// The nodes that come before these, and these.
std::set<const Node*> all_before(const std::vector<Node*>& nodes) {
  std::set<const Node*> found;
  std::vector<const Node*> open(nodes.begin(), nodes.end());
  while (!open.empty()) {
    const Node* const node = open.back();
    open.pop_back();
    if (found.insert(node).second) open.insert(open.end(), node->after.begin(), node->after.end());
  }
  return found;
}

bool owns(const CUgraph_st& graph, const Node* node) {
  return std::any_of(graph.nodes.begin(), graph.nodes.end(),
                     [&](const auto& one) { return one.get() == node; });
}

/// A new node behind these: what `give` puts into the stream that it gets, or an empty one.
template <class F>
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, F&& give) {
  if (!node || !graph || (count > 0 && !after)) return cudaErrorInvalidValue;
  for (std::size_t i = 0; i < count; ++i)
    if (!owns(*graph, after[i])) return cudaErrorInvalidValue;
  CUstream_st stream;
  stream.device = current_device();
  Capture notes;
  notes.graph = std::shared_ptr<CUgraph_st>(graph, [](CUgraph_st*) {});
  stream.capture = &notes;
  stream.tail.assign(after, after + count);
  const std::size_t before = graph->nodes.size();
  if (const cudaError_t error = give(stream)) return error;
  if (graph->nodes.size() == before) note_in_graph(stream, nullptr);
  *node = graph->nodes.back().get();
  (*node)->graph = graph;
  return cudaSuccess;
}

/// What `give` puts into the stream that it gets, in the place of what the node did.
template <class F>
cudaError_t replace_work(Node& node, F&& give) {
  CUgraph_st alone;
  Node* made = nullptr;
  if (const cudaError_t error = add_node(&made, &alone, nullptr, 0, give)) return error;
  if (made->type != node.type) return cudaErrorInvalidValue;
  node.work = std::move(made->work);
  node.call = made->call;
  return cudaSuccess;
}

/// The node of a graph that can be launched which that one has become.
Node* node_in(CUgraphExec_st& exec, const Node* original) {
  for (const auto& node : exec.graph.nodes)
    if (node->copy_of == original) return node.get();
  return nullptr;
}

cudaError_t give_kernel(CUstream_st& stream, const cudaKernelNodeParams& p, const char* call,
                        const char* file, int line) {
  if (p.extra || !p.func) return cudaErrorInvalidValue;
  const LaunchInto into(stream);
  return launch_by_address(p.func, {p.gridDim, p.blockDim, p.sharedMemBytes, nullptr},
                           p.kernelParams, call, file, line);
}

cudaError_t instantiate(cudaGraphExec_t* exec, cudaGraph_t graph) {
  if (!exec || !graph) return cudaErrorInvalidValue;
  if (!put_in_order(*graph)) return cudaErrorInvalidValue;
  auto made = std::make_unique<CUgraphExec_st>();
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

void launch(CUgraphExec_st& exec, CUstream_st& stream) {
  const CallSite by = current_call;
  const auto nothing = [] {};
  // A graph runs once at a time.
  const std::uint64_t start = enqueue(stream, nothing, exec.last);
  std::map<const Node*, std::uint64_t> ids;
  for (std::size_t i = 0; i < exec.graph.nodes.size(); ++i) {
    const Node& node = *exec.graph.nodes[i];
    CUstream_st& lane = *exec.lanes[i];
    enqueue(lane, nothing, start);
    for (const Node* const before : node.after) enqueue(lane, nothing, ids.at(before));
    current_call = node.call;
    ids[&node] = node.work ? enqueue(lane, node.work) : enqueue(lane, nothing);
    current_call = by;
  }
  for (const auto& [node, id] : ids) exec.last = enqueue(stream, nothing, id);
  if (ids.empty()) exec.last = start;
}

}  // namespace

void note_in_graph(CUstream_st& stream, std::function<void()> work) {
  auto node = std::make_unique<Node>();
  node->type = work ? type_of(current_call.call) : cudaGraphNodeTypeEmpty;
  node->device = stream.device;
  node->work = std::move(work);
  node->after = std::move(stream.tail);
  node->call = current_call;
  stream.tail = {node.get()};
  stream.capture->graph->nodes.push_back(std::move(node));
}

bool is_capturing() { return !captures().empty(); }

void spoil_captures() {
  for (const auto& [id, capture] : captures()) capture->invalid = true;
}

bool legacy_waits_for_captured(int device) {
  for (const auto& [id, capture] : captures())
    for (const CUstream_st* const stream : capture->streams)
      if (stream->blocking && stream->device == device) return true;
  return false;
}

void leave_capture(CUstream_st& stream) {
  Capture* const capture = std::exchange(stream.capture, nullptr);
  stream.tail.clear();
  if (!capture) return;
  std::erase(capture->streams, &stream);
  if (capture->origin != &stream) return;
  for (CUstream_st* const joined : capture->streams) {
    joined->capture = nullptr;
    joined->tail.clear();
  }
  captures().erase(capture->id);
  delete capture;
}

cudaError_t error_of_captured(const CUevent_st& event) {
  // As an H100 answers (CUDA 13.0).
  return captures().count(event.capture) > 0 ? cudaErrorCapturedEvent : cudaErrorInvalidValue;
}

cudaError_t join_capture(CUstream_st& stream, const CUevent_st& event) {
  const auto found = captures().find(event.capture);
  if (found == captures().end()) return error_of_captured(event);
  Capture* const capture = found->second;
  if (stream.capture && stream.capture != capture) return cudaErrorStreamCaptureMerge;
  if (!stream.capture) {
    stream.capture = capture;
    capture->streams.push_back(&stream);
  }
  add_new(stream.tail, event.nodes);
  return cudaSuccess;
}

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode, const char* file,
                                   int line) {
  return api("cudaStreamBeginCapture", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidResourceHandle;
    if (stream == nullptr || stream == cudaStreamLegacy) return cudaErrorStreamCaptureUnsupported;
    if (s->capture) return cudaErrorIllegalState;
    static std::uint64_t made = 0;
    auto* capture = new Capture;
    capture->id = ++made;
    capture->origin = s;
    capture->streams = {s};
    s->capture = capture;
    s->tail.clear();
    captures().emplace(capture->id, capture);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph, const char* file,
                                 int line) {
  return api("cudaStreamEndCapture", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s || !graph) return cudaErrorInvalidValue;
    *graph = nullptr;
    if (!s->capture) return cudaErrorIllegalState;
    Capture& capture = *s->capture;
    if (capture.origin != s) return cudaErrorStreamCaptureUnmatched;
    const std::set<const Node*> before = all_before(s->tail);
    const bool joined =
        std::all_of(capture.streams.begin(), capture.streams.end(), [&](const CUstream_st* one) {
          return std::all_of(one->tail.begin(), one->tail.end(),
                             [&](const Node* node) { return before.count(node) > 0; });
        });
    const bool invalid = capture.invalid;
    const std::shared_ptr<CUgraph_st> made = capture.graph;
    leave_capture(*s);
    if (invalid) return cudaErrorStreamCaptureInvalidated;
    if (!joined) return cudaErrorStreamCaptureUnjoined;
    *graph = new CUgraph_st(std::move(*made));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                  const char* file, int line) {
  return api("cudaStreamIsCapturing", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s || !status) return cudaErrorInvalidValue;
    *status = !s->capture           ? cudaStreamCaptureStatusNone
              : s->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                    : cudaStreamCaptureStatusActive;
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode, const char* file,
                                                int line) {
  return api("cudaThreadExchangeStreamCaptureMode", file, line, [&] {
    static thread_local cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
    if (!mode) return cudaErrorInvalidValue;
    std::swap(*mode, now);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags, const char* file, int line) {
  return api("cudaGraphCreate", file, line, [&] {
    if (!graph || flags != 0) return cudaErrorInvalidValue;
    *graph = new CUgraph_st;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph, const char* file, int line) {
  return api("cudaGraphDestroy", file, line, [&] {
    if (!graph) return cudaErrorInvalidValue;
    delete graph;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original, const char* file, int line) {
  return api("cudaGraphClone", file, line, [&] {
    if (!clone || !original || !put_in_order(*original)) return cudaErrorInvalidValue;
    *clone = new CUgraph_st;
    copy_nodes(*original, **clone);
    return cudaSuccess;
  });
}

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

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count, const char* file,
                                     int line) {
  return api("cudaGraphAddDependencies", file, line, [&] {
    if (!graph || (count > 0 && (!from || !to))) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) {
      if (!owns(*graph, from[i]) || !owns(*graph, to[i])) return cudaErrorInvalidValue;
      add_new(to[i]->after, {from[i]});
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*,
                                     size_t count, const char* file, int line) {
  return cudaGraphAddDependencies(graph, from, to, count, file, line);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* params, const char* file, int line) {
  return api("cudaGraphAddKernelNode", file, line, [&] {
    if (!params) return cudaErrorInvalidValue;
    const cudaError_t error = add_node(node, graph, after, count, [&](CUstream_st& stream) {
      return give_kernel(stream, *params, "cudaGraphAddKernelNode", file, line);
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

namespace {

cudaError_t set_kernel(Node* node, const cudaKernelNodeParams* params, const char* call,
                       const char* file, int line) {
  if (!node || !params) return cudaErrorInvalidValue;
  const cudaError_t error = replace_work(
      *node, [&](CUstream_st& stream) { return give_kernel(stream, *params, call, file, line); });
  if (error == cudaSuccess) node->kernel = *params;
  return error;
}

}  // namespace

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* params,
                                         const char* file, int line) {
  return api("cudaGraphKernelNodeSetParams", file, line,
             [&] { return set_kernel(node, params, "cudaGraphKernelNodeSetParams", file, line); });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* params, const char* file,
                                             int line) {
  return api("cudaGraphExecKernelNodeSetParams", file, line, [&] {
    if (!exec) return cudaErrorInvalidValue;
    return set_kernel(node_in(*exec, node), params, "cudaGraphExecKernelNodeSetParams", file, line);
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

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* before,
                                         size_t* count, const char* file, int line) {
  return api("cudaGraphNodeGetDependencies", file, line, [&] {
    if (!node || !count) return cudaErrorInvalidValue;
    if (before) {
      const std::size_t given = std::min(*count, node->after.size());
      std::copy_n(node->after.begin(), given, before);
      std::fill(before + given, before + *count, nullptr);
      *count = given;
    } else {
      *count = node->after.size();
    }
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node, const char* file, int line) {
  return api("cudaGraphDestroyNode", file, line, [&] {
    if (!node || !node->graph || !owns(*node->graph, node)) return cudaErrorInvalidValue;
    auto& all = node->graph->nodes;
    for (const auto& other : all) std::erase(other->after, node);
    std::erase_if(all, [&](const auto& one) { return one.get() == node; });
    return cudaSuccess;
  });
}

namespace {

cudaError_t list(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count, bool roots) {
  if (!graph || !count) return cudaErrorInvalidValue;
  std::vector<Node*> found;
  for (const auto& node : graph->nodes)
    if (!roots || node->after.empty()) found.push_back(node.get());
  if (nodes) {
    const std::size_t given = std::min(*count, found.size());
    std::copy_n(found.begin(), given, nodes);
    std::fill(nodes + given, nodes + *count, nullptr);
    *count = given;
  } else {
    *count = found.size();
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count,
                              const char* file, int line) {
  return api("cudaGraphGetNodes", file, line, [&] { return list(graph, nodes, count, false); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* count,
                                  const char* file, int line) {
  return api("cudaGraphGetRootNodes", file, line, [&] { return list(graph, nodes, count, true); });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type, const char* file,
                                 int line) {
  return api("cudaGraphNodeGetType", file, line, [&] {
    if (!node || !type) return cudaErrorInvalidValue;
    *type = node->type;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long,
                                 const char* file, int line) {
  return api("cudaGraphInstantiate", file, line, [&] { return instantiate(exec, graph); });
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
    launch(*exec, *s);
    return cudaSuccess;
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
