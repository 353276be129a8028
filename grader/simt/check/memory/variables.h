// __device__, __constant__ and __managed__ variables, read from the program's symbol table.
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

/// Sorted by address. Empty if the program's file cannot be read.
const std::vector<Variable>& device_variables();
/// The host variable that contains the address, without a name. Null if there is none.
const Variable* host_variable_at(std::uintptr_t address);

}  // namespace simt::check
