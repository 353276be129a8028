// The register %globaltimer.
#include <ctime>

#include "simt/ptx/ptx.h"

unsigned long long simt::ptx::nanoseconds() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1000000000ull +
         static_cast<unsigned long long>(now.tv_nsec);
}
