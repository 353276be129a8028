// Joins the two texts that nvcc compiles of one file: with __CUDA_ARCH__ for devices, without it
// for the host.
//
// Theory of operation: a function for both gets both bodies and chooses by where it runs, a host
// function gets the host's body, and what only the host's text declares is added. Device code stays
// as the device's text has it. Inserted text brings its linemarkers, so every token keeps its line.
#pragma once

#include <string>
#include <string_view>

#include "simt/rewriter/rewrite.h"

namespace simt::rewrite {

/// Result::text is one preprocessed text for rewrite(). Reports what would have to be declared in
/// two ways.
Result join_host_pass(std::string_view device, std::string_view host, const std::string& name,
                      const Ownership& ownership);

}  // namespace simt::rewrite
