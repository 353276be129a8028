// Conditional nodes of graphs: if and while, controlled by a value.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/graphs/graphs.h"
#include "simt/graph_nodes.h"

namespace simt::detail {

/// A condition that kernels set. Its address serves as the program's handle.
struct Condition {
  std::atomic<unsigned> value = 0;
  std::atomic<bool> is_set = false;  // since the current launch of the graph began
  unsigned by_default = 0;
  bool has_default = false;
};

struct Conditional {
  CallSite added = {};  // the call that added it
  std::shared_ptr<Condition> condition;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<CUgraph_st>> bodies = {};
  std::vector<cudaGraph_t> handles = {};  // the bodies, as the program sees them
};

/// A copy for an executable graph, with flattened bodies of its own.
std::shared_ptr<Conditional> ready_to_run(const Conditional& c);
/// A copy for a copy of its graph.
std::shared_ptr<Conditional> copy_conditional(const Conditional& c);

cudaError_t add_conditional(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                            std::size_t count, cudaConditionalNodeParams& params);

/// Resets the conditions when a graph begins to run.
void reset(const std::vector<std::shared_ptr<Condition>>& conditions);
/// Runs the bodies as part of the running operation.
void run_conditional(const Conditional& c);

}  // namespace simt::detail
