// CUDA graphs.
//
// Theory of operation: what a stream is given passes enqueue() (streams.h). While the stream is
// captured, the work becomes a node of a graph instead, behind the nodes that the stream was given
// last or that it waits for through events. A launch gives each node's work to a stream of its own,
// which the graph keeps, behind the nodes before it: so the check sees which of them are ordered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/api/streams.h"
#include "engine/checker.h"
#include "simt/graphs.h"

namespace simt::detail {
struct Condition;
struct Conditional;
struct Reservation;
}  // namespace simt::detail

struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  int device = 0;
  std::function<void()> work = {};  // null: nothing
  std::vector<CUgraphNode_st*> after = {};
  simt::detail::CallSite call = {};  // that made it
  std::shared_ptr<CUgraph_st> child = {};
  cudaKernelNodeParams kernel = {};               // as they were given
  CUgraph_st* graph = nullptr;                    // that it was made in
  const CUgraphNode_st* original_node = nullptr;  // in a graph that can be launched
  std::shared_ptr<simt::detail::Reservation> allocates = {};
  void* frees = nullptr;
  std::shared_ptr<simt::detail::Conditional> conditional = {};
  CUevent_st *records = nullptr, *waits_for = nullptr;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // none stands before one that it is behind

  std::vector<std::shared_ptr<simt::detail::Condition>> conditions;

  bool owns(const CUgraphNode_st* node) const;
};

namespace simt::detail {

/// Copies of the nodes, in their order.
void copy_nodes(const CUgraph_st& from, CUgraph_st& to);

/// Copies of the nodes that are no graphs: what is a graph becomes its nodes and, behind them, an
/// empty one. `ends`: nodes of the copy that nothing comes behind.
void flatten(const CUgraph_st& from, const std::vector<CUgraphNode_st*>& behind, CUgraph_st& to,
             std::vector<CUgraphNode_st*>& ends);

/// Puts the nodes into an order in which each comes after those before it; false where there is
/// none.
bool put_in_order(CUgraph_st& graph);

/// Those that are not there yet.
void add_new(std::vector<CUgraphNode_st*>& to, const std::vector<CUgraphNode_st*>& more);

/// A new node behind these: what `give` puts into the stream that it gets, or an empty one.
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, const std::function<cudaError_t(CUstream_st&)>& give);

/// What `give` puts into the stream that it gets, in the place of what the node did.
cudaError_t replace_work(CUgraphNode_st& node,
                         const std::function<cudaError_t(CUstream_st&)>& give);

/// What replace_work() does with a kernel node.
cudaError_t replace_kernel(CUgraphNode_st* node, const cudaKernelNodeParams* params,
                           const char* call, const char* file, int line);

/// Streams whose work is noted and not done.
struct Capture {
  std::uint64_t id = 0;                  // no other had it
  std::unique_ptr<CUgraph_st> own = {};  // null: it is somebody's
  CUgraph_st* graph = nullptr;
  CUstream_st* origin = nullptr;
  std::vector<CUstream_st*> streams = {};
  bool invalid = false;  // something was asked for that cannot be part of a graph
};

/// The work becomes a node, behind what the captured stream had before.
void note_in_graph(CUstream_st& stream, std::function<void()> work);

/// A node that records the one event or waits for the other.
void note_event_in_graph(CUstream_st& stream, CUevent_st* records, CUevent_st* waits_for);
/// A call adds the node.
CUgraphNode_st& newest_in_capture(CUstream_st& stream);

/// Whether any stream is captured. What waits for work then spoils the capture.
bool is_capturing();
void spoil_captures();
/// Whether the device's legacy stream would wait for a captured one.
bool legacy_waits_for_captured(int device);
/// What the stream gets next comes behind what the event was recorded behind.
cudaError_t join_capture(CUstream_st& stream, const CUevent_st& event);
/// What is answered to whoever asks for such an event: it stands for no work.
cudaError_t error_of_captured(const CUevent_st& event);
/// The stream is gone, or its capture over.
void leave_capture(CUstream_st& stream);

}  // namespace simt::detail
