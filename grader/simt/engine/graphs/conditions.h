// Nodes of graphs that run other graphs, if a value says so or for as long as it does.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "engine/graphs/graphs.h"
#include "simt/graph_nodes.h"

namespace simt::detail {

/// Kernels set it; its address is what programs call it by.
struct Condition {
  std::atomic<unsigned> value = 0;
  std::atomic<bool> is_set = false;  // since the graph began to run
  unsigned by_default = 0;
  bool has_default = false;
};

struct Conditional {
  CallSite added = {};  // by which call
  std::shared_ptr<Condition> condition;
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<CUgraph_st>> bodies = {};
  std::vector<cudaGraph_t> handles = {};  // of the bodies, for the program
};

/// As part of a graph that can be launched: with bodies of its own that are flat.
std::shared_ptr<Conditional> ready_to_run(const Conditional& c);
/// As part of a copy of its graph.
std::shared_ptr<Conditional> copy_conditional(const Conditional& c);

cudaError_t add_conditional(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                            std::size_t count, cudaConditionalNodeParams& params);

/// A graph begins to run.
void reset(const std::vector<std::shared_ptr<Condition>>& conditions);
/// In a running operation, of which the bodies are a part.
void run_conditional(const Conditional& c);

}  // namespace simt::detail
