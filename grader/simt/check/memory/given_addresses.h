// Which addresses of __device__ and __constant__ variables the program may pass to the device.
// Here, host and device share a variable's memory. On a GPU, `&variable` in host code is a
// different address, which no kernel and no copy can use.
#pragma once

#include <cstddef>

namespace simt::check {

void note_given_address(const void* variable);
/// Notes addresses in copied bytes: device code may have stored the address of a variable there.
void note_addresses_in(const void* bytes, std::size_t size);
/// Reports an address of a variable that CUDA never gave to the program. `role`: the parameter of
/// the running call.
void check_address_of_variable(const char* role, const void* address);
/// The same for an argument of a launch: a pointer, or an object that may contain pointers.
void check_argument(int number, const void* bytes, std::size_t size);

}  // namespace simt::check
