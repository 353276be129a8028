// CUDA graphs.
// Theory of operation: work given to a stream passes enqueue() (streams.h). While the stream is
// captured, the work becomes a graph node instead. It depends on the stream's last nodes and on
// those that the stream waits for through events. A launch gives each node's work to a stream of
// its own, which the graph keeps, after the nodes that it depends on; so the check sees which nodes
// are ordered.
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
  std::function<void()> work = {};  // null for an empty node
  std::vector<CUgraphNode_st*> after = {};
  simt::detail::CallSite call = {};  // the call that created it
  std::shared_ptr<CUgraph_st> child = {};
  cudaKernelNodeParams kernel = {};               // as passed by the program
  CUgraph_st* graph = nullptr;                    // the graph in which it was created
  const CUgraphNode_st* original_node = nullptr;  // executable graphs only
  std::shared_ptr<simt::detail::Reservation> allocates = {};
  void* frees = nullptr;
  std::shared_ptr<simt::detail::Conditional> conditional = {};
  CUevent_st *records = nullptr, *waits_for = nullptr;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  // in topological order after put_in_order()

  std::vector<std::shared_ptr<simt::detail::Condition>> conditions;

  bool owns(const CUgraphNode_st* node) const;
};

namespace simt::detail {

/// Copies the nodes in their order.
void copy_nodes(const CUgraph_st& from, CUgraph_st& to);

/// Copies the nodes and replaces each child graph by its nodes and a final empty one. `ends`: nodes
/// of the copy on which no other depends.
void flatten(const CUgraph_st& from, const std::vector<CUgraphNode_st*>& behind, CUgraph_st& to,
             std::vector<CUgraphNode_st*>& ends);

/// Sorts the nodes so that each follows its dependencies; false if there is a cycle.
bool put_in_order(CUgraph_st& graph);

/// Appends the nodes that are not in `to` yet.
void add_new(std::vector<CUgraphNode_st*>& to, const std::vector<CUgraphNode_st*>& more);

/// Adds a node that depends on `after`. `give` enqueues the node's work into the stream passed to
/// it; if it enqueues nothing, the node is empty.
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                     std::size_t count, const std::function<cudaError_t(CUstream_st&)>& give);

/// Replaces the node's work by what `give` puts into the stream passed to it.
cudaError_t replace_work(CUgraphNode_st& node,
                         const std::function<cudaError_t(CUstream_st&)>& give);

/// Like replace_work(), for a kernel node.
cudaError_t replace_kernel(CUgraphNode_st* node, const cudaKernelNodeParams* params,
                           const char* call, const char* file, int line);

/// A capture: its streams' work is recorded, not run.
struct Capture {
  std::uint64_t id = 0;                  // unique
  std::unique_ptr<CUgraph_st> own = {};  // null if the caller supplied the graph
  CUgraph_st* graph = nullptr;
  CUstream_st* origin = nullptr;
  std::vector<CUstream_st*> streams = {};
  bool invalid = false;  // an operation was requested that cannot be part of a graph
};

/// Adds the work as a node that depends on the captured stream's earlier work.
void note_in_graph(CUstream_st& stream, std::function<void()> work);

/// Adds a node that records one event or waits for the other.
void note_event_in_graph(CUstream_st& stream, CUevent_st* records, CUevent_st* waits_for);
/// The node that the running call has added.
CUgraphNode_st& newest_in_capture(CUstream_st& stream);

/// Whether any stream is captured. Calls that wait for work then invalidate the capture.
bool is_capturing();
void invalidate_captures();
/// Whether the device's legacy stream would wait for a captured one.
bool legacy_waits_for_captured(int device);
/// Makes the stream's next node depend on the nodes that the event covers.
cudaError_t join_capture(CUstream_st& stream, const CUevent_st& event);
/// The error for calls that use such an event as if it stood for real work.
cudaError_t error_of_captured(const CUevent_st& event);
/// Removes a stream that was destroyed, or whose capture has ended.
void leave_capture(CUstream_st& stream);

}  // namespace simt::detail
