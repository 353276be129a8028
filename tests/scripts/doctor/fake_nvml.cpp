// A driver's library for a machine without one: it knows the two devices that the CPU engine
// imitates. FAKE_GPU says what is the matter with the first: busy, hot, prohibited, errors, narrow.
#include <cstdlib>
#include <cstring>

namespace {

using Device = long;  // 1 and 2: a handle of NVML is a pointer that is not null

bool is(Device device, const char* what) {
  const char* state = std::getenv("FAKE_GPU");
  return device == 1 && state != nullptr && std::strcmp(state, what) == 0;
}

int copy_text(const char* text, char* to, unsigned size) {
  std::strncpy(to, text, size);
  return 0;
}

}  // namespace

extern "C" {

int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { return *count = 2, 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned i, Device* device) {
  return *device = static_cast<Device>(i) + 1, 0;
}
int nvmlSystemGetDriverVersion(char* text, unsigned size) { return copy_text("580.1", text, size); }
int nvmlSystemGetCudaDriverVersion_v2(int* version) { return *version = 13000, 0; }
int nvmlDeviceGetName(Device, char* text, unsigned size) { return copy_text("Engine", text, size); }
int nvmlDeviceGetPciInfo_v3(Device device, char* info) {
  // 16 bytes of an older id, five numbers, then the id.
  return copy_text(device == 1 ? "00000000:01:00.0" : "00000000:02:00.0", info + 36, 32);
}
int nvmlDeviceGetCudaComputeCapability(Device, int* major, int* minor) {
  return *major = 8, *minor = 0, 0;
}
int nvmlDeviceGetTotalEccErrors(Device device, int, int, unsigned long long* count) {
  return *count = is(device, "errors") ? 3 : 0, 0;
}
int nvmlDeviceGetEccMode(Device, int* now, int* later) { return *now = *later = 1, 0; }
int nvmlDeviceGetComputeMode(Device device, int* mode) {
  return *mode = is(device, "prohibited") ? 2 : 0, 0;
}
int nvmlDeviceGetPersistenceMode(Device, int* mode) { return *mode = 1, 0; }
int nvmlDeviceGetCurrPcieLinkGeneration(Device, unsigned* value) { return *value = 4, 0; }
int nvmlDeviceGetMaxPcieLinkGeneration(Device, unsigned* value) { return *value = 4, 0; }
int nvmlDeviceGetCurrPcieLinkWidth(Device device, unsigned* value) {
  return *value = is(device, "narrow") ? 8 : 16, 0;
}
int nvmlDeviceGetMaxPcieLinkWidth(Device, unsigned* value) { return *value = 16, 0; }
int nvmlDeviceGetTemperature(Device, int, unsigned* value) { return *value = 40, 0; }
int nvmlDeviceGetCurrentClocksEventReasons(Device device, unsigned long long* bits) {
  return *bits = is(device, "hot") ? 0x40 : 0x1, 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(Device device, unsigned* count, unsigned* processes) {
  *count = is(device, "busy") ? 1 : 0;
  if (*count == 1) processes[0] = 4711;
  return 0;
}
}
