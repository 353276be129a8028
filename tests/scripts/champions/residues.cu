// The matmul champion's residues of doubles, and the sums made of them again, against sums in long
// double; and which values it leaves to another way. Where the tensor cores for integers are
// missing the host multiplies the residues.
#include "variants/champion.cu"

#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <vector>

namespace {

template <class T>
struct Array {
  T* data = nullptr;
  std::size_t size;
  explicit Array(std::size_t n) : size(n) { CHECK(cudaMalloc(&data, n * sizeof(T))); }
  explicit Array(const std::vector<T>& from) : Array(from.size()) { set(from); }
  ~Array() { cudaFree(data); }
  void set(const std::vector<T>& v) const {
    CHECK(cudaMemcpy(data, v.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> get() const {
    std::vector<T> v(size);
    CHECK(cudaMemcpy(v.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }
};
using Bytes = std::vector<unsigned char>;

/// What residues::product writes.
Bytes products(const residues::Shape& shape, const Bytes& a, const Bytes& b) {
  Bytes c(residues::count * shape.of_c());
  for (int t = 0; t < residues::count; ++t)
    for (int row = 0; row < int(shape.padded_m()); ++row)
      for (int column = 0; column < int(shape.padded_n()); ++column) {
        int sum = 0;
        for (int at = 0; at < shape.tiles_k * residues::chunks_a_tile; ++at) {
          const unsigned char* x = &a[t * shape.of_a() + residues::place(row, at, shape.tiles_k)];
          const unsigned char* y =
              &b[t * shape.of_b() + residues::place(column, at, shape.tiles_k)];
          for (int i = 0; i < residues::chunk; ++i)
            sum += static_cast<signed char>(x[i]) * static_cast<signed char>(y[i]);
        }
        const int p = moduli::all[t], rest = moduli::centered((sum % p + p) % p, p);
        const int tile = row / residues::tile_m * shape.tiles_n + column / residues::tile_n;
        const int i = row % residues::tile_m, j = column % residues::tile_n;
        const int thread = i / 16 * 32 + i % 8 * 4 + j % 8 / 2;
        const int sum_of_thread = j / 8 * 4 + i / 8 % 2 * 2 + j % 2;
        c[t * shape.of_c() + std::size_t(tile) * residues::tile_m * residues::tile_n +
          sum_of_thread / 16 * residues::part_bytes + thread * 16 + sum_of_thread % 16] =
            static_cast<unsigned char>(rest);
      }
  return c;
}

struct Matrices {
  int m, n, k;
  std::vector<double> a, b;
};

/// A·B, or nothing if the residues leave it to another way.
std::vector<double> multiply(const Matrices& of) {
  const Array<double> A(of.a), B(of.b), C(std::size_t(of.m) * of.n);
  const Array<int> turn(std::vector<int>{0});
  const ways::Way way{turn.data, 0};
  if (wgmma::available()) {
    residues::multiply(of.m, of.n, of.k, A.data, B.data, C.data, way);
  } else {
    const residues::Shape shape(of.m, of.n, of.k);
    const Array<unsigned char> a(residues::count * shape.of_a()), b(residues::count * shape.of_b()),
        c(residues::count * shape.of_c());
    const Array<int> scales(std::size_t(of.m) + of.n);
    const residues::Notes notes{way, scales.data, scales.data + of.m};
    residues::convert_a(of.m, of.k, shape, A.data, a.data, notes);
    residues::convert_b(of.n, of.k, shape, B.data, b.data, notes);
    if (turn.get()[0] == 0) c.set(products(shape, a.get(), b.get()));
    residues::rebuild_c(of.m, of.n, shape, c.data, C.data, notes);
  }
  return turn.get()[0] == 0 ? C.get() : std::vector<double>();
}

/// A number from -1 to 1 for each index.
double drawn(unsigned long long index) {
  index = (index + 1) * 0x9e3779b97f4a7c15u;
  index = (index ^ index >> 32) * 0xd6e8feb86659fd93u;
  return static_cast<double>(index >> 11) * 0x1p-52 - 1;
}

/// Rows of A and columns of B get magnitudes of their own.
Matrices draw(int m, int n, int k, const std::function<double(double)>& value) {
  Matrices of{m, n, k, std::vector<double>(std::size_t(m) * k),
              std::vector<double>(std::size_t(k) * n)};
  for (std::size_t i = 0; i < of.a.size(); ++i)
    of.a[i] = std::ldexp(value(drawn(i)), int(i / k % 7) * 100 - 300);
  for (std::size_t i = 0; i < of.b.size(); ++i)
    of.b[i] = std::ldexp(value(drawn(~i)), 250 - int(i % n % 5) * 100);
  return of;
}

/// The greatest error, in units of the roundoff times |A||B|.
double error(const Matrices& of) {
  const std::vector<double> c = multiply(of);
  if (c.empty()) return std::numeric_limits<double>::infinity();
  long double most = 0;
  for (int i = 0; i < of.m; ++i)
    for (int j = 0; j < of.n; ++j) {
      long double sum = 0, magnitude = 0;
      for (int l = 0; l < of.k; ++l) {
        const long double x = static_cast<long double>(of.a[std::size_t(i) * of.k + l]) *
                              of.b[std::size_t(l) * of.n + j];
        sum += x;
        magnitude += std::fabs(x);
      }
      const long double off = std::fabs(c[std::size_t(i) * of.n + j] - sum);
      if (off != 0) most = std::fmax(most, off / magnitude * 0x1p53L);
    }
  return static_cast<double>(most);
}

int wrong = 0;
void check(bool right, const char* what, double found) {
  if (right) return;
  std::printf("wrong: %s: %g\n", what, found);
  ++wrong;
}

}  // namespace

int main() {
  const auto same = [](double x) { return x; };
  const auto whole = [](double x) { return std::round(8 * x); };
  double found = error(draw(37, 41, 391, same));
  check(found < 3, "the error of a product", found);
  found = error(draw(130, 20, 260, same));
  check(found < 3, "the error of a product of two rows of tiles", found);
  found = error(draw(20, 258, 130, whole));
  check(found == 0, "the error of a product of integers", found);

  Matrices special = draw(5, 6, 140, same);
  check(!multiply(special).empty(), "values that fit", 0);
  for (const double value : {std::nan(""), std::numeric_limits<double>::infinity(), 1e-310}) {
    Matrices other = special;
    for (int l = 0; l < other.k; ++l) other.b[std::size_t(l) * other.n] = value;
    check(multiply(other).empty(), "a column that does not fit", value);
  }
  for (int i = 0; i < special.m; ++i)
    for (int l = 0; l < special.k; ++l) special.a[std::size_t(i) * special.k + l] = i == l;
  check(multiply(special).empty(), "rows of zeros and a one", 1);
  return wrong != 0;
}
