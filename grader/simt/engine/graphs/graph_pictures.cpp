// Writes a graph as Graphviz text.
#include <cstdio>
#include <map>

#include "engine/api/api.h"
#include "engine/graphs/graphs.h"

using Node = CUgraphNode_st;

namespace simt::detail {

namespace {

const char* word_for(const Node& node) {
  switch (node.type) {
    case cudaGraphNodeTypeKernel:
      return "KERNEL";
    case cudaGraphNodeTypeMemcpy:
      return "MEMCPY";
    case cudaGraphNodeTypeMemset:
      return "MEMSET";
    case cudaGraphNodeTypeHost:
      return "HOST";
    case cudaGraphNodeTypeGraph:
      return "GRAPH";
    case cudaGraphNodeTypeEmpty:
      return "EMPTY";
    case cudaGraphNodeTypeWaitEvent:
      return "EVENT_WAIT";
    case cudaGraphNodeTypeEventRecord:
      return "EVENT_RECORD";
    case cudaGraphNodeTypeMemAlloc:
      return "MEM_ALLOC";
    case cudaGraphNodeTypeMemFree:
      return "MEM_FREE";
    case cudaGraphNodeTypeConditional:
      return "CONDITIONAL";
  }
  return "NODE";
}

bool write_picture(const CUgraph_st& graph, const char* path) {
  std::FILE* const file = std::fopen(path, "w");
  if (!file) return false;
  std::fprintf(file, "digraph graph_1 {\n");
  std::map<const Node*, std::size_t> numbers;
  for (const auto& node : graph.nodes) {
    const std::size_t number = numbers.size();
    numbers[node.get()] = number;
    const char* const call = node->call.call;
    std::fprintf(file, "  node_%zu [shape=box label=\"%zu: %s\\n%s\"];\n", number, number,
                 word_for(*node), call ? call : "");
  }
  for (const auto& node : graph.nodes)
    for (const Node* before : node->after)
      std::fprintf(file, "  node_%zu -> node_%zu;\n", numbers[before], numbers[node.get()]);
  std::fprintf(file, "}\n");
  return std::fclose(file) == 0;
}

}  // namespace

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned, const char* file,
                                   int line) {
  return api("cudaGraphDebugDotPrint", file, line, [&] {
    if (!graph || !path) return cudaErrorInvalidValue;
    return write_picture(*graph, path) ? cudaSuccess : cudaErrorOperatingSystem;
  });
}
