// The built-in variables' storage. threadIdx has four bytes more than uint3, so that the context
// switch can keep it in two words; hence no header that declares it here.
struct Three {
  unsigned x, y, z;
};
struct alignas(16) Padded {
  Three index;
  unsigned unused;
};

extern "C++" {
__thread Padded threadIdx __attribute__((tls_model("initial-exec")));
__thread Three blockIdx __attribute__((tls_model("initial-exec")));
__thread Three blockDim __attribute__((tls_model("initial-exec")));
__thread Three gridDim __attribute__((tls_model("initial-exec")));
}
