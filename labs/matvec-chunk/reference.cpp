// Inputs, truth and work count of the lab "matvec-chunk": u(h) = A·v(h) for S vectors, with A M×N.
// All of them together are one product, U = V·Aᵀ with V S×N and U S×M.

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/blas.h"
#include "base/fault.h"
#include "lab/graded_values.h"
#include "lab/reference.h"

namespace warpgrade {
namespace {

using Values = std::vector<double>;

/// The number of threads that share a product in task 3, as in the contract.
constexpr int chunk = 8;

/// The contract's maximum of M and N, and the size of constant memory.
constexpr long long most_rows = 100;
constexpr std::size_t constant_memory = 64 * 1024;

/// Largest S·M·N for which the known wrong answers are computed: they serve the diagnosis of a
/// wrong result, and a case of this size shows every index slip.
constexpr double modest_work = 4e6;

struct Shape {
  int m, n, s;
  std::size_t size_a() const { return static_cast<std::size_t>(m) * static_cast<std::size_t>(n); }
  std::size_t size_in() const { return static_cast<std::size_t>(s) * static_cast<std::size_t>(n); }
  std::size_t size_out() const { return static_cast<std::size_t>(s) * static_cast<std::size_t>(m); }
};

Shape read_shape(const Problem& problem) {
  return {static_cast<int>(problem.integer("M")), static_cast<int>(problem.integer("N")),
          static_cast<int>(problem.integer("S"))};
}

/// V·Aᵀ with only `terms` of the N products of each sum, beginning with number `first`.
Values products(Shape s, const Values& a, const Values& in, int first, int terms) {
  Values out(s.size_out(), 0.0);
  if (out.empty() || terms <= 0) return out;
  multiply(CblasNoTrans, CblasTrans, s.s, s.m, terms, in.data() + first, s.n, a.data() + first, s.n,
           out.data(), s.m);
  return out;
}

/// `values` of `rows` × `cols`, read as if they were stored column by column.
Values misread(const Values& values, int rows, int cols) {
  Values result(values.size());
  const auto r = static_cast<std::size_t>(rows), c = static_cast<std::size_t>(cols);
  for (std::size_t i = 0; i < r; ++i) {
    for (std::size_t j = 0; j < c; ++j) result[i * c + j] = values[j * r + i];
  }
  return result;
}

/// Element i of each u(h) is element `source(i)` of the right one.
template <class Source>
Values rearranged(Shape s, const Values& out, Source source) {
  Values result(out.size());
  for (std::size_t h = 0; h < static_cast<std::size_t>(s.s); ++h) {
    const std::size_t row = h * static_cast<std::size_t>(s.m);
    for (int i = 0; i < s.m; ++i) {
      result[row + static_cast<std::size_t>(i)] = out[row + static_cast<std::size_t>(source(i))];
    }
  }
  return result;
}

/// Products in progress at a time in a task's grid: after that many, its threads start over.
int products_at_a_time(const Problem& problem, const Task& task) {
  const auto size = [&](const char* name) { return static_cast<int>(problem.integer(name)); };
  int of_block = size("threads");
  if (task.entry == "mxv_o_per_thd") of_block /= size("M");
  if (task.entry == "mxv_sh_ochunk") of_block /= chunk;
  return size("blocks") * of_block;
}

/// `round`: the distance in vectors from a thread's product to its next one.
std::vector<Alternative> known_wrong_answers(Shape s, const Values& a, const Values& in,
                                             const Expected& right, int round) {
  std::vector<Alternative> wrong;
  const auto add = [&wrong](std::string meaning, Values values) {
    wrong.push_back({std::move(meaning), std::move(values)});
  };
  // The right values at other places, each with its own bound.
  const auto add_moved = [&](std::string meaning, const auto& move) {
    wrong.push_back({std::move(meaning), move(right.values), "", move(right.bound)});
  };
  if (s.m > 1 && s.n > 1) {
    if (s.m == s.n) {
      add("Aᵀ·v(h): matrix[j][i] was read in place of matrix[i][j]",
          products(s, misread(a, s.m, s.n), in, 0, s.n));
    } else {
      add("A stored by columns: its elements were taken in the order of Aᵀ",
          products(s, misread(a, s.m, s.n), in, 0, s.n));
    }
  }
  if (s.s > 1 && s.n > 1) {
    add("the input stored by columns: in[j * S + h] was read in place of in[h * N + j]",
        products(s, a, misread(in, s.s, s.n), 0, s.n));
  }
  if (s.s > 1 && s.m > 1) {
    add_moved("the output stored by columns: out[i * S + h] was set in place of out[h * M + i]",
              [&](const Values& out) { return misread(out, s.m, s.s); });
  }
  if (s.m < s.n && s.s > 1) {
    // With M ≥ N, the mistake would leave the array.
    Values slipped(in.size());
    for (std::size_t h = 0; h < static_cast<std::size_t>(s.s); ++h) {
      const std::size_t to = h * static_cast<std::size_t>(s.n);
      const std::size_t from = h * static_cast<std::size_t>(s.m);
      std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(from), s.n,
                  slipped.begin() + static_cast<std::ptrdiff_t>(to));
    }
    add("the products of vectors that begin M elements apart: in[h * M + j] was read in place of "
        "in[h * N + j]",
        products(s, a, slipped, 0, s.n));
  }
  if (s.s > 1) {
    add_moved("each u(h) is that of the next vector", [&](Values out) {
      std::rotate(out.begin(), out.begin() + s.m, out.end());
      return out;
    });
  }
  if (s.n > 1) {
    add("the sums without their last term, j = N − 1", products(s, a, in, 0, s.n - 1));
    add("the sums without their first term, j = 0", products(s, a, in, 1, s.n - 1));
  }
  if (round < s.s) {
    Values piled = right.values;
    for (std::size_t e = static_cast<std::size_t>(round) * static_cast<std::size_t>(s.m);
         e < piled.size(); ++e) {
      piled[e] += piled[e - static_cast<std::size_t>(round) * static_cast<std::size_t>(s.m)];
    }
    add("the sums of all products that a thread has done so far: they are not set to 0 for each",
        std::move(piled));
  }
  const int whole = s.n - s.n % chunk;
  if (whole > 0 && whole < s.n)
    wrong.push_back(rounded_down("the sums without their", "N", "CS = 8",
                                 static_cast<std::size_t>(s.n - whole),
                                 products(s, a, in, 0, whole)));
  if (s.n > chunk) {
    add("the sums of the first chunk of CS = 8 terms alone", products(s, a, in, 0, chunk));
    add("the sums of the last chunk alone: they were set, not added to, chunk by chunk",
        products(s, a, in, (s.n - 1) / chunk * chunk, s.n - (s.n - 1) / chunk * chunk));
  }
  if (s.m > chunk && s.m % chunk == 0) {
    const int owned = s.m / chunk;  // outputs of a thread
    const auto add_rearranged = [&](std::string meaning, const auto& source) {
      add_moved(std::move(meaning), [&](const Values& out) { return rearranged(s, out, source); });
    };
    add_rearranged(
        "the outputs in another order: output i·CS + k of each product holds what belongs to "
        "k·(M / CS) + i",
        [&](int i) { return i % chunk * owned + i / chunk; });
    add_rearranged(
        "the outputs in another order: output k·(M / CS) + i of each product holds what belongs to "
        "i·CS + k",
        [&](int i) { return i % owned * chunk + i / owned; });
  }
  return wrong;
}

class MatvecReference : public Reference {
 public:
  std::vector<std::string> input_kinds() const override {
    return {"uniform", "decimal", "integers", "graded", "selection", "structured"};
  }

  Problem generate(const Case& c, Real real, Random& random) const override {
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    if (!c.data.empty())
      throw GraderError("the lab matvec-chunk has no data files: " + c.data.string());
    const auto within = [&](const char* name, long long least, long long most) {
      const long long value = problem.integer(name);
      if (value < least || value > most) {
        throw GraderError("case '" + c.name + "': " + name + " = " + std::to_string(value) +
                          " is not from " + std::to_string(least) + " to " + std::to_string(most));
      }
      return value;
    };
    constexpr long long largest = std::numeric_limits<int>::max();
    within("M", 1, most_rows);
    within("N", 1, most_rows);
    within("S", 0, largest);
    const long long blocks = within("blocks", 1, largest);
    const long long threads = within("threads", 32, 1024);
    if (threads % 32 != 0) {
      throw GraderError("case '" + c.name + "': threads = " + std::to_string(threads) +
                        " is not a multiple of 32");
    }
    const Shape s = read_shape(problem);
    if (s.size_a() * bytes_per_value(real) > constant_memory) {
      throw GraderError("case '" + c.name + "': a matrix of " + std::to_string(s.m) + "×" +
                        std::to_string(s.n) + " does not fit into 64 KiB of constant memory");
    }
    const auto m = static_cast<std::size_t>(s.m), n = static_cast<std::size_t>(s.n),
               count = static_cast<std::size_t>(s.s),
               overflow = static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads);
    Array a{"A", Role::input, m, n, {}};
    Array in{"in", Role::input, count, n, {}};
    Array out{"out", Role::output, count, m, {}};
    in.overflow = overflow * n;
    out.overflow = overflow * m;
    a.values.resize(s.size_a());
    in.values.resize(s.size_in());
    fill(c, a, in, random);
    problem.arrays = {std::move(a), std::move(in), std::move(out)};
    return problem;
  }

  /// |U − Û| ≤ γ_N·|V||Aᵀ|, element by element (Higham, Accuracy and Stability of Numerical
  /// Algorithms, 2nd ed., (3.13)), for every order of summation. The truth has such an error of its
  /// own, in double.
  Truth solve(const Problem& problem, const Task& task, Real real,
              const Tolerance& tolerance) const override {
    const Shape s = read_shape(problem);
    const Values& a = problem.array("A").values;
    const Values& in = problem.array("in").values;
    Expected expected;
    expected.array = "out";
    expected.rows = static_cast<std::size_t>(s.s);
    expected.cols = static_cast<std::size_t>(s.m);
    expected.values = products(s, a, in, 0, s.n);

    const auto magnitudes = [](Values values) {
      for (double& value : values) value = std::fabs(value);
      return values;
    };
    expected.bound = products(s, magnitudes(a), magnitudes(in), 0, s.n);
    const double gamma =
        tolerance.gamma(s.n, unit_roundoff(real)) + tolerance.gamma(s.n, unit_roundoff(Real::f64));
    // Each of the N operations may also lose a result below the smallest normal number.
    const double underflow = s.n * (real == Real::f32 ? double{std::numeric_limits<float>::min()}
                                                      : std::numeric_limits<double>::min());
    for (double& bound : expected.bound) bound = gamma * bound + underflow;

    if (static_cast<double>(s.s) * s.m * s.n <= modest_work)
      expected.alternatives = [s, a, in, expected, chunk = products_at_a_time(problem, task)] {
        return known_wrong_answers(s, a, in, expected, chunk);
      };
    Truth truth;
    truth.outputs.push_back(std::move(expected));
    return truth;
  }

  /// A multiply-add is two operations; every vector is moved through memory once. A stays on the
  /// chip.
  Work work(const Problem& problem, Real real) const override {
    const Shape s = read_shape(problem);
    return {2.0 * s.s * s.m * s.n, static_cast<double>(s.size_in() + s.size_out()) *
                                       static_cast<double>(bytes_per_value(real))};
  }

 private:
  static void fill(const Case& c, Array& a, Array& in, Random& random) {
    const auto fill_both = [&](auto value) {
      for (double& x : a.values) x = value();
      for (double& x : in.values) x = value();
    };
    if (c.input == "uniform") {
      fill_both([&] { return random.uniform(-1, 1); });
    } else if (c.input == "decimal") {
      // 0, 0.001 … 0.999: nothing cancels, so rounding errors add up.
      fill_both([&] { return static_cast<double>(random.integer(0, 999)) / 1000; });
    } else if (c.input == "integers") {
      // Every product and sum is exact in float: a difference is never rounding.
      fill_both([&] { return static_cast<double>(random.integer(-8, 8)); });
    } else if (c.input == "graded") {
      fill_graded(a, in, Inner::columns, random);
    } else if (c.input == "selection") {
      fill_selection(a, in, random);
    } else if (c.input == "structured") {
      fill_structured(a, in, random);
    } else {
      throw GraderError("case '" + c.name + "': the lab matvec-chunk has no input kind '" +
                        c.input + "'");
    }
  }

  /// Each row of A selects one element of the vector: an element used by the wrong thread or output
  /// shows by itself.
  static void fill_selection(Array& a, Array& in, Random& random) {
    const auto shift = static_cast<std::size_t>(random.integer(0, static_cast<int>(a.cols) - 1));
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = 0; j < a.cols; ++j) {
        a.values[i * a.cols + j] = j == (i + shift) % a.cols ? 1 : 0;
      }
    }
    for (double& x : in.values) x = random.uniform(-1, 1);
  }

  /// Small integers (exact, as above) that follow the position, by strides that differ for rows and
  /// columns and for A and the vectors: neighbors, transposes and shifted vectors all look
  /// different.
  static void fill_structured(Array& a, Array& in, Random& random) {
    const auto shift = static_cast<std::size_t>(random.integer(0, 58));
    for (std::size_t i = 0; i < a.rows; ++i) {
      for (std::size_t j = 0; j < a.cols; ++j) {
        a.values[i * a.cols + j] = static_cast<double>(1 + (2 * i + 5 * j + shift) % 61);
      }
    }
    for (std::size_t h = 0; h < in.rows; ++h) {
      for (std::size_t j = 0; j < in.cols; ++j) {
        in.values[h * in.cols + j] = static_cast<double>(1 + (7 * h + 3 * j + shift) % 59);
      }
    }
  }
};

WARPGRADE_REFERENCE("matvec-chunk", MatvecReference);

}  // namespace
}  // namespace warpgrade
