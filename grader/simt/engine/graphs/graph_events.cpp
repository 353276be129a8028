// Graph nodes that record events and wait for them.
#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/graphs/graphs.h"
#include "simt/graph_nodes.h"

using Node = CUgraphNode_st;

namespace simt::detail {

void note_event_in_graph(CUstream_st& stream, CUevent_st* records, CUevent_st* waits_for) {
  note_in_graph(stream, nullptr);
  Node& node = newest_in_capture(stream);
  node.type = records ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeWaitEvent;
  node.records = records;
  node.waits_for = waits_for;
}

namespace {

cudaError_t add_event_node(const char* call, cudaGraphNode_t* node, cudaGraph_t graph,
                           const cudaGraphNode_t* after, std::size_t count, cudaEvent_t records,
                           cudaEvent_t waits_for, const char* file, int line) {
  return api(call, file, line, [&] {
    if (!records && !waits_for) return cudaErrorInvalidValue;
    return add_node(node, graph, after, count, [&](CUstream_st& stream) {
      note_event_in_graph(stream, records, waits_for);
      return cudaSuccess;
    });
  });
}

cudaError_t get_event(const char* call, CUevent_st* found, cudaEvent_t* event, const char* file,
                      int line) {
  return api(call, file, line, [&] {
    if (!found || !event) return cudaErrorInvalidValue;
    *event = found;
    return cudaSuccess;
  });
}

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* after, size_t count,
                                        cudaEvent_t event, const char* file, int line) {
  return add_event_node("cudaGraphAddEventRecordNode", node, graph, after, count, event, nullptr,
                        file, line);
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* after, size_t count, cudaEvent_t event,
                                      const char* file, int line) {
  return add_event_node("cudaGraphAddEventWaitNode", node, graph, after, count, nullptr, event,
                        file, line);
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event,
                                             const char* file, int line) {
  return get_event("cudaGraphEventRecordNodeGetEvent", node ? node->records : nullptr, event, file,
                   line);
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event,
                                           const char* file, int line) {
  return get_event("cudaGraphEventWaitNodeGetEvent", node ? node->waits_for : nullptr, event, file,
                   line);
}
