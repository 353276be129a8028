#include "engine/graphs/graphs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/api/api.h"
#include "engine/graphs/conditions.h"

using Node = CUgraphNode_st;

bool CUgraph_st::owns(const Node* node) const {
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const auto& one) { return one.get() == node; });
}

namespace simt::detail {

void copy_nodes(const CUgraph_st& from, CUgraph_st& to) {
  std::map<const Node*, Node*> became;
  for (const auto& node : from.nodes) {
    auto copy = std::make_unique<Node>(*node);
    for (Node*& before : copy->after) before = became.at(before);
    if (copy->conditional) copy->conditional = copy_conditional(*copy->conditional);
    copy->graph = &to;
    became[node.get()] = copy.get();
    to.nodes.push_back(std::move(copy));
  }
  to.conditions = from.conditions;
}

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

}  // namespace simt::detail

using namespace simt::detail;

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

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, size_t count, const char* file,
                                     int line) {
  return api("cudaGraphAddDependencies", file, line, [&] {
    if (!graph || (count > 0 && (!from || !to))) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < count; ++i) {
      if (!graph->owns(from[i]) || !graph->owns(to[i])) return cudaErrorInvalidValue;
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
    if (!node || !node->graph || !node->graph->owns(node)) return cudaErrorInvalidValue;
    auto& all = node->graph->nodes;
    for (const auto& other : all) std::erase(other->after, node);
    std::erase_if(all, [&](const auto& one) { return one.get() == node; });
    return cudaSuccess;
  });
}

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
