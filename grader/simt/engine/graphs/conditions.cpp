#include "engine/graphs/conditions.h"

#include <map>
#include <utility>

#include "engine/api/api.h"
#include "engine/checker.h"

using Node = CUgraphNode_st;

namespace simt::detail {

namespace {

std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>>& handles() {
  static auto* all = new std::map<cudaGraphConditionalHandle, std::weak_ptr<Condition>>;
  return *all;
}

std::shared_ptr<Condition> find_condition(cudaGraphConditionalHandle handle) {
  const auto found = handles().find(handle);
  return found == handles().end() ? nullptr : found->second.lock();
}

/// Runs the nodes one after the other, as part of the running operation.
void run_body(const CUgraph_st& body) {
  reset(body.conditions);
  for (const auto& node : body.nodes) {
    if (sticky_error() != cudaSuccess) return;
    if (checker) checker->child_begins();
    if (node->conditional)
      run_conditional(*node->conditional);
    else if (node->work)
      node->work();
  }
}

}  // namespace

std::shared_ptr<Conditional> ready_to_run(const Conditional& c) {
  auto made = std::make_shared<Conditional>(c);
  for (auto& body : made->bodies) {
    const std::shared_ptr<CUgraph_st> from = std::exchange(body, std::make_shared<CUgraph_st>());
    std::vector<Node*> ends;
    put_in_order(*from);
    flatten(*from, {}, *body, ends);
  }
  return made;
}

std::shared_ptr<Conditional> copy_conditional(const Conditional& c) {
  auto made = std::make_shared<Conditional>(c);
  made->handles.clear();
  for (auto& body : made->bodies) {
    const std::shared_ptr<CUgraph_st> from = std::exchange(body, std::make_shared<CUgraph_st>());
    put_in_order(*from);
    copy_nodes(*from, *body);
    made->handles.push_back(body.get());
  }
  return made;
}

void reset(const std::vector<std::shared_ptr<Condition>>& conditions) {
  for (const auto& c : conditions) {
    c->is_set = c->has_default;
    if (c->has_default) c->value = c->by_default;
  }
}

void run_conditional(const Conditional& c) {
  if (checker && !c.condition->is_set) checker->condition_not_set(c.added);
  const unsigned value = c.condition->value;
  const auto goes_on = [&] { return c.condition->value != 0 && sticky_error() == cudaSuccess; };
  switch (c.type) {
    case cudaGraphCondTypeIf:
      if (value != 0)
        run_body(*c.bodies[0]);
      else if (c.bodies.size() > 1)
        run_body(*c.bodies[1]);
      return;
    case cudaGraphCondTypeWhile:
      while (goes_on()) run_body(*c.bodies[0]);
      return;
    case cudaGraphCondTypeSwitch:
      if (value < c.bodies.size()) run_body(*c.bodies[value]);
      return;
  }
}

cudaError_t add_conditional(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                            std::size_t count, cudaConditionalNodeParams& params) {
  if (!graph) return cudaErrorInvalidValue;
  const std::shared_ptr<Condition> condition = find_condition(params.handle);
  const unsigned most = params.type == cudaGraphCondTypeIf      ? 2
                        : params.type == cudaGraphCondTypeWhile ? 1
                                                                : ~0u;
  if (!condition || params.size == 0 || params.size > most) return cudaErrorInvalidValue;
  auto made = std::make_shared<Conditional>();
  made->condition = condition;
  made->added = current_call;
  made->type = params.type;
  for (unsigned i = 0; i < params.size; ++i) {
    made->bodies.push_back(std::make_shared<CUgraph_st>());
    made->handles.push_back(made->bodies.back().get());
  }
  const cudaError_t error = add_node(node, graph, after, count, [&](CUstream_st& stream) {
    note_in_graph(stream, nullptr);
    Node& newest = newest_in_capture(stream);
    newest.type = cudaGraphNodeTypeConditional;
    newest.conditional = made;
    newest.call.call = "in a conditional node's body";  // reported for calls inside the body
    return cudaSuccess;
  });
  if (error == cudaSuccess) params.phGraph_out = made->handles.data();
  return error;
}

}  // namespace simt::detail

using namespace simt::detail;

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph,
                                             unsigned by_default, unsigned flags, const char* file,
                                             int line) {
  return api("cudaGraphConditionalHandleCreate", file, line, [&] {
    if (!handle || !graph || (flags & ~unsigned{cudaGraphCondAssignDefault}))
      return cudaErrorInvalidValue;
    auto made = std::make_shared<Condition>();
    made->by_default = by_default;
    made->has_default = (flags & cudaGraphCondAssignDefault) != 0;
    *handle = reinterpret_cast<cudaGraphConditionalHandle>(made.get());
    handles()[*handle] = made;
    graph->conditions.push_back(std::move(made));
    return cudaSuccess;
  });
}

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  auto* const condition = reinterpret_cast<Condition*>(handle);
  condition->value = value;
  condition->is_set = true;
}
