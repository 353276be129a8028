// Stream capture: turns work given to a stream into a graph.
#include "engine/graphs/graphs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/api/api.h"

using simt::detail::Capture;
using Node = CUgraphNode_st;

namespace simt::detail {

namespace {

std::map<std::uint64_t, Capture*>& captures() {
  static auto* all = new std::map<std::uint64_t, Capture*>;
  return *all;
}

cudaGraphNodeType node_type(const char* call) {
  const std::string_view name = call ? call : "";
  const auto begins = [&](std::string_view with) { return name.substr(0, with.size()) == with; };
  if (begins("cudaMemcpy")) return cudaGraphNodeTypeMemcpy;
  if (begins("cudaMemset") || begins("cudaGraphAddMemset")) return cudaGraphNodeTypeMemset;
  if (begins("cudaGraphAddMemcpy")) return cudaGraphNodeTypeMemcpy;
  if (begins("cudaLaunchHostFunc") || begins("cudaStreamAddCallback") || begins("cudaGraphAddHost"))
    return cudaGraphNodeTypeHost;
  if (begins("cudaMallocAsync") || begins("cudaMallocFromPool") || begins("cudaGraphAddMemAlloc"))
    return cudaGraphNodeTypeMemAlloc;
  if (begins("cudaFreeAsync") || begins("cudaGraphAddMemFree")) return cudaGraphNodeTypeMemFree;
  if (begins("cudaLaunch") || begins("cudaGraphAddKernel") || begins("cudaGraphKernel") ||
      begins("cudaGraphExecKernel"))
    return cudaGraphNodeTypeKernel;
  return begins("cuda") ? cudaGraphNodeTypeEmpty : cudaGraphNodeTypeKernel;
}

cudaStreamCaptureStatus capture_status(const CUstream_st& stream) {
  return !stream.capture           ? cudaStreamCaptureStatusNone
         : stream.capture->invalid ? cudaStreamCaptureStatusInvalidated
                                   : cudaStreamCaptureStatusActive;
}

/// These nodes and all that they depend on.
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

}  // namespace

void note_in_graph(CUstream_st& stream, std::function<void()> work) {
  auto node = std::make_unique<Node>();
  node->type = work ? node_type(current_call.call) : cudaGraphNodeTypeEmpty;
  node->device = stream.device;
  node->work = std::move(work);
  node->after = std::move(stream.tail);
  node->call = current_call;
  node->graph = stream.capture->graph;
  stream.tail = {node.get()};
  stream.capture->graph->nodes.push_back(std::move(node));
}

Node& newest_in_capture(CUstream_st& stream) { return *stream.capture->graph->nodes.back(); }

bool is_capturing() { return !captures().empty(); }

void invalidate_captures() {
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
  // The answers of an H100 (CUDA 13.0).
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

namespace {

/// `graph`: the graph to add nodes to, or null for a new one.
cudaError_t begin_capture(cudaStream_t stream, CUgraph_st* graph,
                          const std::vector<Node*>& behind) {
  CUstream_st* s = find_stream(stream);
  if (!s) return cudaErrorInvalidResourceHandle;
  if (stream == nullptr || stream == cudaStreamLegacy) return cudaErrorStreamCaptureUnsupported;
  if (s->capture) return cudaErrorIllegalState;
  static std::uint64_t made = 0;
  auto* capture = new Capture;
  capture->id = ++made;
  if (!graph) capture->own = std::make_unique<CUgraph_st>();
  capture->graph = graph ? graph : capture->own.get();
  capture->origin = s;
  capture->streams = {s};
  s->capture = capture;
  s->tail = behind;
  captures().emplace(capture->id, capture);
  return cudaSuccess;
}

}  // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode, const char* file,
                                   int line) {
  return api("cudaStreamBeginCapture", file, line,
             [&] { return begin_capture(stream, nullptr, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                          size_t count, cudaStreamCaptureMode, const char* file,
                                          int line) {
  return api("cudaStreamBeginCaptureToGraph", file, line, [&] {
    if (!graph || (count > 0 && !after)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i)
      if (!graph->owns(after[i])) return cudaErrorInvalidValue;
    return begin_capture(stream, graph, std::vector<Node*>(after, after + count));
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph, const char* file,
                                 int line) {
  return api("cudaStreamEndCapture", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s) return cudaErrorInvalidValue;
    if (graph) *graph = nullptr;
    if (!s->capture) return cudaErrorIllegalState;
    Capture& capture = *s->capture;
    if (!graph && capture.own) return cudaErrorInvalidValue;
    if (capture.origin != s) return cudaErrorStreamCaptureUnmatched;
    const std::set<const Node*> before = all_before(s->tail);
    const bool joined =
        std::all_of(capture.streams.begin(), capture.streams.end(), [&](const CUstream_st* one) {
          return std::all_of(one->tail.begin(), one->tail.end(),
                             [&](const Node* node) { return before.count(node) > 0; });
        });
    const bool invalid = capture.invalid;
    CUgraph_st* const made = capture.graph;
    std::unique_ptr<CUgraph_st> own = std::move(capture.own);
    leave_capture(*s);
    if (invalid) return cudaErrorStreamCaptureInvalidated;
    if (!joined) return cudaErrorStreamCaptureUnjoined;
    if (graph) *graph = made;
    static_cast<void>(own.release());
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** behind, size_t* count,
                                     const char* file, int line) {
  return api("cudaStreamGetCaptureInfo", file, line, [&] {
    const CUstream_st* const s = find_stream(stream);
    if (!s || !status) return cudaErrorInvalidValue;
    *status = capture_status(*s);
    if (*status != cudaStreamCaptureStatusActive) return cudaSuccess;
    if (id) *id = s->capture->id;
    if (graph) *graph = s->capture->graph;
    if (behind) *behind = s->tail.data();
    if (count) *count = s->tail.size();
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** behind,
                                     const cudaGraphEdgeData** edges, size_t* count,
                                     const char* file, int line) {
  if (edges) *edges = nullptr;
  return cudaStreamGetCaptureInfo(stream, status, id, graph, behind, count, file, line);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* behind,
                                                size_t count, unsigned flags, const char* file,
                                                int line) {
  return api("cudaStreamUpdateCaptureDependencies", file, line, [&] {
    CUstream_st* const s = find_stream(stream);
    if (!s || (count > 0 && !behind)) return cudaErrorInvalidValue;
    if (!s->capture) return cudaErrorIllegalState;
    if (s->capture->invalid) return cudaErrorStreamCaptureInvalidated;
    for (std::size_t i = 0; i < count; ++i)
      if (!s->capture->graph->owns(behind[i])) return cudaErrorInvalidValue;
    if (flags == cudaStreamSetCaptureDependencies) s->tail.clear();
    add_new(s->tail, std::vector<Node*>(behind, behind + count));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* behind,
                                                const cudaGraphEdgeData*, size_t count,
                                                unsigned flags, const char* file, int line) {
  return cudaStreamUpdateCaptureDependencies(stream, behind, count, flags, file, line);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                  const char* file, int line) {
  return api("cudaStreamIsCapturing", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s || !status) return cudaErrorInvalidValue;
    *status = capture_status(*s);
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
