// __device__, __constant__ and __managed__ variables, as the program's own symbol table knows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace simt::check {

struct Variable {
  std::uintptr_t start;
  std::size_t size;
  std::string name;
};

/// By address. Empty if the program cannot read itself.
const std::vector<Variable>& device_variables();
/// The host's variable that holds the address; it has no name here. Null: none.
const Variable* host_variable_at(std::uintptr_t address);

}  // namespace simt::check
