#include <chrono>

#include "engine/api/api.h"
#include "engine/api/streams.h"
#include "engine/checker.h"
#include "engine/graphs/graphs.h"

using namespace simt::detail;

namespace {

double now_milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

namespace simt::detail {

std::uint64_t record_event(CUevent_st& event, CUstream_st& stream) {
  event.record = std::make_shared<EventRecord>();
  event.operation = enqueue(stream, [record = event.record] {
    record->milliseconds = now_milliseconds();
    record->done = true;
  });
  return event.operation;
}

}  // namespace simt::detail

cudaError_t cudaEventCreate(cudaEvent_t* event, const char* file, int line) {
  return cudaEventCreateWithFlags(event, cudaEventDefault, file, line);
}

cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags, const char* file, int line) {
  return cudaEventCreateWithFlags(event, flags, file, line);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags, const char* file,
                                     int line) {
  return api("cudaEventCreate", file, line, [&] {
    if (!event) return cudaErrorInvalidValue;
    *event = new CUevent_st;
    (*event)->flags = flags;
    return cudaSuccess;
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api("cudaEventDestroy", nullptr, 0, [&] {
    if (!event) return cudaErrorInvalidResourceHandle;
    delete event;
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream, const char* file, int line) {
  return api("cudaEventRecord", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s || !event) return cudaErrorInvalidResourceHandle;
    event->capture = s->capture ? s->capture->id : 0;
    event->nodes = s->tail;
    if (s->capture) return cudaSuccess;
    record_event(*event, *s);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags,
                                     const char* file, int line) {
  if (!(flags & cudaEventRecordExternal)) return cudaEventRecord(event, stream, file, line);
  return api("cudaEventRecordWithFlags", file, line, [&] {
    CUstream_st* const s = find_stream(stream);
    if (!s || !event) return cudaErrorInvalidResourceHandle;
    if (!s->capture) return cudaErrorIllegalState;
    note_event_in_graph(*s, event, nullptr);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags,
                                const char* file, int line) {
  return api("cudaStreamWaitEvent", file, line, [&] {
    CUstream_st* s = find_stream(stream);
    if (!s || !event) return cudaErrorInvalidResourceHandle;
    if (flags & cudaEventWaitExternal) {
      if (!s->capture) return cudaErrorIllegalState;
      note_event_in_graph(*s, nullptr, event);
      return cudaSuccess;
    }
    if (event->capture) return join_capture(*s, *event);
    if (s->capture) return event->operation ? cudaErrorStreamCaptureIsolation : cudaSuccess;
    if (event->operation)
      enqueue(
          *s, [] {}, event->operation);
    return cudaSuccess;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t event, const char* file, int line) {
  return api("cudaEventSynchronize", file, line, [&] {
    if (!event) return cudaErrorInvalidResourceHandle;
    if (event->capture) return error_of_captured(*event);
    finish(event->operation);
    return cudaSuccess;
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event, const char* file, int line) {
  return api("cudaEventQuery", file, line, [&] {
    if (!event) return cudaErrorInvalidResourceHandle;
    if (event->capture) return error_of_captured(*event);
    if (!is_pending(event->operation)) {
      if (checker) checker->waited(event->operation);
      return cudaSuccess;
    }
    // Returns "not ready" once, then runs the work, so that a polling program makes progress.
    finish(event->operation);
    return sticky_error() ? sticky_error() : cudaErrorNotReady;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop,
                                 const char* file, int line) {
  return api("cudaEventElapsedTime", file, line, [&] {
    if (!milliseconds) return cudaErrorInvalidValue;
    if (!start || !stop) return cudaErrorInvalidResourceHandle;
    if ((start->flags | stop->flags) & cudaEventDisableTiming)
      return cudaErrorInvalidResourceHandle;
    if (start->capture) return error_of_captured(*start);
    if (stop->capture) return error_of_captured(*stop);
    if (!start->record || !stop->record) return cudaErrorInvalidResourceHandle;
    if (!start->record->done || !stop->record->done) return cudaErrorNotReady;
    *milliseconds = static_cast<float>(stop->record->milliseconds - start->record->milliseconds);
    return cudaSuccess;
  });
}
