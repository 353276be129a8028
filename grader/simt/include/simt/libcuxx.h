// The namespace cuda, for programs that include one of libcu++'s headers.
#pragma once

#include "simt/scopes.h"

namespace cuda {

namespace std {
using namespace ::std;
}

using namespace ::simt::scopes;

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

}  // namespace cuda
