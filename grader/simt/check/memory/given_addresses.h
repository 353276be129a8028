// Which addresses of __device__ and __constant__ variables the program may hand to the device. Here
// host and device share a variable's memory. On a GPU `&variable` in host code is another address,
// which no kernel and no copy can use.
#pragma once

#include <cstddef>

namespace simt::check {

void note_given_address(const void* variable);
/// Of bytes that are copied: device code may have stored the address of a variable there.
void note_addresses_in(const void* bytes, std::size_t size);
/// A finding where the address is a variable's and was not given to the program. `role`: of the
/// address in the running call.
void check_address_of_variable(const char* role, const void* address);
/// Likewise for a launch's argument: a pointer, or an object that may hold some.
void check_argument(int number, const void* bytes, std::size_t size);

}  // namespace simt::check
