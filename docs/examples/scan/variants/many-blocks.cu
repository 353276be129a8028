// The solution's own task.
#include "../scan.cu"

void many_blocks(int n, const int* x, long long* y) { scan_sums(n, x, y); }
