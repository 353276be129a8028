// Asynchronous copies in batches, and the class that came before cuda::pipeline.
#pragma once

#include "cuda_pipeline_primitives.h"

namespace nvcuda::experimental {

class pipeline {
 public:
  size_t commit() {
    simt::detail::commit_copies();
    return committed_++;
  }
  void commit_and_wait() {
    commit();
    wait_prior<0>();
  }
  void wait(size_t batch) {
    simt::detail::wait_for_copies(static_cast<unsigned>(committed_ - batch - 1));
  }
  template <unsigned N>
  void wait_prior() {
    simt::detail::wait_for_copies(N);
  }

 private:
  size_t committed_ = 0;
};

template <class T>
[[gnu::always_inline]] inline void memcpy_async(T& to, const T& from, pipeline&) {
  simt::detail::copy_by_group(0, 1, &to, &from, sizeof(T), nullptr);
}

}  // namespace nvcuda::experimental
