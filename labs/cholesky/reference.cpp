// Inputs, truth and work count of the lab "cholesky": A = UᵀU for a symmetric positive definite A,
// of which only the upper triangle is given.
//
// An answer is judged by its product: UᵀU must be A. U itself is no measure: where A is
// ill-conditioned, two right programs' factors differ by far more than their products.
//
// The bound. Whatever the order in which a program sums up, the computed factor satisfies
//     |UᵀU − A| ≤ γ_{i+2} · √(a_ii · a_jj),   i ≤ j,
// since a sum of i products, a subtraction and a division (or root) make u_ij (Higham, Accuracy and
// Stability of Numerical Algorithms, 2nd ed., theorems 10.3 and 10.5; there for all elements with
// the γ of the last one). It is no overestimate that statistics would shrink: beside a large
// diagonal every subtraction of a small square is rounded in the same direction. It does not depend
// on the condition of A, and it follows the scaling of rows and columns. The product for the
// comparison has an error of the same form, in double.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include "base/blas.h"
#include "base/fault.h"
#include "lab/reference.h"

// LAPACK is column-major: the upper triangle of a row-major matrix is the lower one there.
extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dgeqrf_(const int* m, const int* n, double* a, const int* lda, double* tau, double* work,
             const int* lwork, int* info);
void dorgqr_(const int* m, const int* n, const int* k, double* a, const int* lda, const double* tau,
             double* work, const int* lwork, int* info);
}

namespace warpgrade {
namespace {

using Values = std::vector<double>;

/// Largest n for which the known wrong answers are computed: a dozen factorizations by plain loops.
constexpr std::size_t modest_size = 200;

/// The upper triangle of an n×n matrix, zeros below.
Values upper(std::size_t n, Values a) {
  for (std::size_t i = 0; i < n; ++i) {
    std::fill_n(a.begin() + static_cast<std::ptrdiff_t>(i * n), i, 0.0);
  }
  return a;
}

/// The upper triangle of UᵀU, zeros below; only the upper triangle of `array` is read.
Values product(std::size_t n, const Values& array) {
  const Values u = upper(n, array);
  Values result(u.size());
  constexpr std::size_t block =
      256;  // rows of the result per block; parts below the diagonal are skipped
  for (std::size_t i = 0; i < n; i += block) {
    const std::size_t rows = std::min(block, n - i);
    multiply(CblasTrans, CblasNoTrans, static_cast<int>(rows), static_cast<int>(n - i),
             static_cast<int>(i + rows), u.data() + i, static_cast<int>(n), u.data() + i,
             static_cast<int>(n), result.data() + i * n + i, static_cast<int>(n));
  }
  return upper(n, std::move(result));
}

/// The quantity that is judged: UᵀU, where a diagonal element from a negative one of U is negated.
/// The contract requires a positive diagonal, which squares would hide.
Values judged(std::size_t n, const Values& array) {
  Values result = product(n, array);
  for (std::size_t i = 0; i < n; ++i) {
    if (array[i * n + i] < 0) result[i * n + i] *= -1;
  }
  return result;
}

/// LAPACK's factor, with what `a` holds below the diagonal, and its info.
std::pair<Values, long long> factor(std::size_t n, Values a) {
  const int size = static_cast<int>(n);
  int info = 0;
  const FactorizationThreads threads(size);
  if (n > 0) dpotrf_("L", &size, a.data(), &size, &info);
  if (info < 0) throw GraderError("dpotrf refused its argument " + std::to_string(-info));
  if (info > 0) return {std::move(a), info};
  // Not every LAPACK stops at a pivot that is NaN.
  for (std::size_t k = 0; k < n; ++k) {
    if (!(a[k * n + k] > 0)) return {std::move(a), static_cast<long long>(k) + 1};
  }
  return {std::move(a), 0};
}

/// The row-by-row algorithm with a mistake.
struct Mistaken {
  bool root = true;              // take the root of the pivot
  bool divide = true;            // divide the rest of the row by the root
  bool divide_by_pivot = false;  // instead of by its root
  bool divide_diagonal = false;  // like the rest of the row
  bool eliminate = true;
  bool eliminate_diagonal = true;
  std::size_t first_row = 1;           // first row to eliminate, relative to the pivot's
  std::size_t columns_left_out = 0;    // number of last columns
  std::size_t last_rows_left_out = 0;  // number of last steps k

  Values operator()(std::size_t n, Values a) const {
    const std::size_t columns = n - columns_left_out;
    for (std::size_t k = 0; k < n - last_rows_left_out; ++k) {
      double* row = a.data() + k * n;
      const double pivot = row[k];
      if (root) row[k] = std::sqrt(pivot);
      const double divisor = divide_by_pivot ? pivot : row[k];
      if (divide) {
        for (std::size_t j = k + (divide_diagonal ? 0 : 1); j < columns; ++j) row[j] /= divisor;
      }
      if (!eliminate) continue;
      for (std::size_t i = k + first_row; i < columns; ++i) {
        for (std::size_t j = i + (eliminate_diagonal ? 0 : 1); j < columns; ++j) {
          a[i * n + j] -= row[i] * row[j];
        }
      }
    }
    return a;
  }
};

/// The matrix whose upper triangle is the lower one of `a`.
Values mirrored(std::size_t n, Values a) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) std::swap(a[i * n + j], a[j * n + i]);
  }
  return a;
}

std::vector<Alternative> known_wrong_answers(std::size_t n, const Values& a,
                                             const Expected& expected) {
  std::vector<Alternative> wrong;
  const auto add = [&](std::string meaning, const Values& array) {
    Values values = judged(n, array);
    bool same = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!std::isfinite(values[i])) return;
      same = same && std::fabs(values[i] - expected.values[i]) <= expected.bound[i];
    }
    if (!same) wrong.push_back({std::move(meaning), std::move(values)});
  };
  const auto of = [](const char* what) { return std::string("the product for a U ") + what; };
  add(of("that is still A: nothing was written to the upper triangle (was the factor written to "
         "the "
         "lower one?)"),
      a);
  Values roots(a.size(), 0.0);
  for (std::size_t i = 0; i < n; ++i) roots[i * n + i] = std::sqrt(a[i * n + i]);
  add(of("with the roots of A's diagonal and zeros beside it"), roots);
  add(of("that was made of the lower triangle, which holds garbage: A[j * n + i] was read in place "
         "of A[i * n + j]"),
      Mistaken{}(n, mirrored(n, a)));
  Values diagonal_only = a;
  const Values of_lower = Mistaken{}(n, mirrored(n, a));
  for (std::size_t i = 0; i < n; ++i) diagonal_only[i * n + i] = of_lower[i * n + i];
  add(of("of which only the diagonal was written: the lower triangle, which holds garbage, was "
         "read "
         "and written in place of the upper one"),
      diagonal_only);
  add(of("whose pivots' roots were not taken"), Mistaken{.root = false}(n, a));
  add(of("whose rows were not divided by the root of the pivot"), Mistaken{.divide = false}(n, a));
  add(of("whose rows were divided by the pivot in place of its root"),
      Mistaken{.divide_by_pivot = true}(n, a));
  add(of("whose diagonal was divided as well, and is 1"), Mistaken{.divide_diagonal = true}(n, a));
  add(of("from which nothing was eliminated: the row of the pivot must be subtracted from those "
         "below it"),
      Mistaken{.eliminate = false}(n, a));
  add(of("whose diagonal was left out of the elimination: it must begin at j = i"),
      Mistaken{.eliminate_diagonal = false}(n, a));
  if (n > 1) {
    add(of("whose elimination began one row too late: it must begin at i = k + 1"),
        Mistaken{.first_row = 2}(n, a));
    add(of("whose last column was left out"), Mistaken{.columns_left_out = 1}(n, a));
  }
  add(of("whose last row was left out: the root of its pivot was not taken"),
      Mistaken{.last_rows_left_out = 1}(n, a));
  return wrong;
}

class CholeskyReference : public Reference {
 public:
  std::vector<std::string> input_kinds() const override {
    std::vector<std::string> names;
    for (const Kind& kind : kinds()) names.emplace_back(kind.name);
    return names;
  }

  Problem generate(const Case& c, Real real, Random& random) const override {
    if (!c.data.empty())
      throw GraderError("the lab cholesky has no data files: " + c.data.string());
    Problem problem;
    problem.integers = {c.sizes.begin(), c.sizes.end()};
    const long long size = problem.integer("n");
    if (size < 0 || size > std::numeric_limits<int>::max()) {
      throw GraderError("case '" + c.name + "': n = " + std::to_string(size) + " is not a size");
    }
    problem.reals["unit_roundoff"] = unit_roundoff(real);  // for the remark
    const auto n = static_cast<std::size_t>(size);
    Values a = matrix(c, n, real, random);
    fill_lower_with_garbage(n, a, random);
    problem.arrays = {{"A", Role::inout, n, n, std::move(a)}};
    return problem;
  }

  Truth solve(const Problem& problem, const Task& /*task*/, Real real,
              const Tolerance& tolerance) const override {
    const auto n = static_cast<std::size_t>(problem.integer("n"));
    const Values& a = problem.array("A").values;
    auto [u, info] = factor(n, a);
    if (info > 0) return {{}, std::pair{info, info}};

    Expected expected;
    expected.array = "A";
    expected.rows = expected.cols = n;
    expected.values = upper(n, a);
    expected.bound.assign(a.size(), 0.0);
    expected.image = [n](const Values& array) { return judged(n, array); };
    expected.image_name = "(UᵀU)";
    expected.answer = std::move(u);
    const double smallest = real == Real::f32 ? double{std::numeric_limits<float>::min()}
                                              : std::numeric_limits<double>::min();
    for (std::size_t i = 0; i < n; ++i) {
      const auto terms = static_cast<double>(i + 2);
      const double gamma = tolerance.gamma(terms, unit_roundoff(real)) +
                           tolerance.gamma(terms, unit_roundoff(Real::f64));
      for (std::size_t j = i; j < n; ++j) {
        // The second term: each product may lose what lies below the smallest normal number.
        expected.bound[i * n + j] =
            gamma * std::sqrt(a[i * n + i]) * std::sqrt(a[j * n + j]) + terms * smallest;
      }
    }
    if (n > 0 && n <= modest_size)
      expected.alternatives = [n, a, expected] { return known_wrong_answers(n, a, expected); };
    return {{std::move(expected)}, std::pair{0LL, 0LL}};
  }

  /// n³/6 multiply-adds, as many multiplications as the rows have elements; the upper triangle is
  /// read once and written once.
  Work work(const Problem& problem, Real real) const override {
    const auto n = static_cast<double>(problem.integer("n"));
    return {n * n * n / 3 + n * n / 2 + n / 6,
            n * (n + 1) * static_cast<double>(bytes_per_value(real))};
  }

  /// LAPACK's test ratio ‖A − UᵀU‖₁ / (n·u·‖A‖₁), below 30 for a right program (LAPACK Working Note
  /// 41, the test of DPOTRF); also what UᵀU cannot show.
  std::string remark(const Problem& problem, const std::vector<Array>& found,
                     bool right) const override {
    if (found.size() != 1 || found[0].values.empty()) return {};
    const std::size_t n = found[0].rows;
    const Values& u = found[0].values;
    // Where A is not positive definite, U may be anything.
    if (n <= modest_size && factor(n, problem.array("A").values).second > 0) return {};
    for (std::size_t i = 0; i < n; ++i) {
      if (u[i * n + i] < 0) {
        return fmt::format("U[{0}][{0}] is {1:.6g}: the diagonal of U must be positive.", i,
                           u[i * n + i]);
      }
    }
    if (!right) return {};
    const Values& a = problem.array("A").values;
    const Values image = product(n, u);
    Values error(n, 0.0), norm(n, 0.0);  // sums of the columns' magnitudes
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) {
        const double difference = std::fabs(a[i * n + j] - image[i * n + j]);
        const double magnitude = std::fabs(a[i * n + j]);
        error[j] += difference;
        norm[j] += magnitude;
        if (i == j) continue;
        error[i] += difference;
        norm[i] += magnitude;
      }
    }
    const double ratio = *std::max_element(error.begin(), error.end()) /
                         (static_cast<double>(n) * problem.real("unit_roundoff") *
                          *std::max_element(norm.begin(), norm.end()));
    if (!std::isfinite(ratio)) return {};
    return fmt::format("LAPACK's test ratio ‖A − UᵀU‖₁ / (n·u·‖A‖₁) = {:.2g}", ratio);
  }

 private:
  /// Generates the upper triangle; values that it leaves below the diagonal are overwritten.
  struct Kind {
    const char* name;
    Values (*make)(const Case& c, std::size_t n, Real real, Random& random);
  };

  static const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all = {
        {"dominant", [](auto&, auto n, auto, auto& random) { return dominant(n, random); }},
        {"condition", with_condition},
        {"graded", [](auto&, auto n, auto, auto& random) { return graded(n, random); }},
        {"integers", [](auto&, auto n, auto, auto& random) { return integers(n, random); }},
        {"structured", [](auto&, auto n, auto, auto& random) { return structured(n, random); }},
        {"diagonal", [](auto&, auto n, auto, auto& random) { return diagonal(n, random); }},
        {"banded", [](auto&, auto n, auto, auto& random) { return banded(n, random); }},
        {"indefinite", [](auto&, auto n, auto, auto& random) { return indefinite(n, random); }},
        {"singular", [](auto&, auto n, auto, auto& random) { return singular(n, random); }},
        {"nan", [](auto&, auto n, auto, auto& random) { return with_nan(n, random); }},
    };
    return all;
  }

  static Values matrix(const Case& c, std::size_t n, Real real, Random& random) {
    for (const Kind& kind : kinds())
      if (kind.name == c.input) return kind.make(c, n, real, random);
    throw GraderError("case '" + c.name + "': the lab cholesky has no input kind '" + c.input +
                      "'");
  }

  /// A random index below `count`.
  static std::size_t any(std::size_t count, Random& random) {
    return static_cast<std::size_t>(
        random.integer(0, std::max<std::int64_t>(static_cast<std::int64_t>(count) - 1, 0)));
  }

  /// R + Rᵀ with R uniform in −0.5 … 0.5, and n/2 added to the diagonal: the course's matrix. For
  /// n < 16 that need not be positive definite, and 2n is added.
  static Values dominant(std::size_t n, Random& random) {
    const double more = n < 16 ? 2 * static_cast<double>(n) : static_cast<double>(n) / 2;
    Values r(n * n), a(n * n);
    for (double& value : r) value = random.uniform(-0.5, 0.5);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) {
        a[i * n + j] = r[i * n + j] + r[j * n + i] + (i == j ? more : 0);
      }
    }
    return a;
  }

  /// UᵀU for U[i][j] = element(i, j), i ≤ j.
  static Values of_factor(std::size_t n, auto&& element) {
    Values u(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) u[i * n + j] = element(i, j);
    }
    return product(n, u);
  }

  /// Q·Λ·Qᵀ, with a random orthogonal Q (the factor of a matrix of normal deviates: Stewart, SIAM
  /// J. Numer. Anal. 17 (1980)) and eigenvalues from 1 down to 1/κ in equal ratios. log₁₀ κ is what
  /// the case says, or what the precision bears: 4 in float, 12 in double.
  static Values with_condition(const Case& c, std::size_t n, Real real, Random& random) {
    if (n == 0) return {};
    const auto said = c.sizes.find("log10_condition");
    const double digits = said != c.sizes.end() ? static_cast<double>(said->second)
                          : real == Real::f32   ? 4
                                                : 12;
    Values q(n * n), tau(n), scratch(64 * n);
    for (double& value : q) {
      value = std::sqrt(-2 * std::log(1 - random.uniform())) *
              std::cos(2 * std::numbers::pi * random.uniform());  // Box and Muller
    }
    const int size = static_cast<int>(n), room = 64 * size;
    int info = 0;
    const FactorizationThreads threads(size);
    dgeqrf_(&size, &size, q.data(), &size, tau.data(), scratch.data(), &room, &info);
    dorgqr_(&size, &size, &size, q.data(), &size, tau.data(), scratch.data(), &room, &info);
    Values scaled = q, a(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      const double position = n == 1 ? 0 : static_cast<double>(i) / static_cast<double>(n - 1);
      const double eigenvalue = std::pow(10, -digits * position);
      for (std::size_t j = 0; j < n; ++j) scaled[i * n + j] *= eigenvalue;
    }
    multiply(CblasTrans, CblasNoTrans, size, size, size, q.data(), size, scaled.data(), size,
             a.data(), size);
    return a;
  }

  /// Rows and columns scaled by powers of two up to 2^±10: each element has a bound of its own
  /// size.
  static Values graded(std::size_t n, Random& random) {
    Values a = dominant(n, random);
    std::vector<int> exponent(n);
    for (int& e : exponent) e = static_cast<int>(random.integer(-10, 10));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = i; j < n; ++j) {
        a[i * n + j] = std::ldexp(a[i * n + j], exponent[i] + exponent[j]);
      }
    }
    return a;
  }

  /// Every sum is exact, in every order. The diagonal of U is large, and its rows are sparse: A is
  /// well conditioned, or a right program could break down. Pivots are powers of two, so that
  /// quotients are exact however they are formed.
  static Values integers(std::size_t n, Random& random) {
    return of_factor(n, [&](std::size_t i, std::size_t j) {
      if (i == j) return random.integer(0, 1) == 0 ? 16.0 : 32.0;
      const bool filled = random.integer(0, static_cast<std::int64_t>(n) - 1) < 6;
      return filled ? static_cast<double>(random.integer(-2, 2)) : 0.0;
    });
  }

  /// U[i][j] = d_j: a small integer that follows the column, so that all neighbors differ.
  static Values structured(std::size_t n, Random& random) {
    const auto shift = static_cast<std::size_t>(random.integer(0, 6));
    return of_factor(n, [&](std::size_t, std::size_t j) {
      return static_cast<double>(1 + (5 * j + shift) % 7);
    });
  }

  static Values diagonal(std::size_t n, Random& random) {
    Values a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] = random.uniform(1.5, 9);
    return a;
  }

  /// The pivot of one row is negated. Earlier pivots are unchanged.
  static Values indefinite(std::size_t n, Random& random) {
    Values a = dominant(n, random);
    if (n == 0) return a;
    const std::size_t k = any(n, random);
    const double pivot = factor(n, a).first[k * n + k];
    a[k * n + k] -= 2 * pivot * pivot;
    return a;
  }

  /// The pivot of one row is exactly 0: all pivots before it are 1, and nothing is ever rounded.
  static Values singular(std::size_t n, Random& random) {
    const std::size_t k = any(n, random);
    return of_factor(n, [&](std::size_t i, std::size_t j) {
      return i == j ? (i == k ? 0.0 : 1.0) : static_cast<double>(random.integer(-1, 1));
    });
  }

  /// A NaN above the diagonal in column j reaches the pivot of row j, and none before it; through
  /// row j it reaches all later ones. So a program that reports the last pivot that is not positive
  /// is wrong for every seed.
  static Values with_nan(std::size_t n, Random& random) {
    Values a = dominant(n, random);
    if (n == 0) return a;
    const std::size_t j = n < 3 ? n - 1 : 1 + any(n - 2, random);
    a[any(j, random) * n + j] = std::numeric_limits<double>::quiet_NaN();
    return a;
  }

  /// Two diagonals beside the main one: nothing else may fill up.
  static Values banded(std::size_t n, Random& random) {
    Values a(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      a[i * n + i] = random.uniform(4.5, 6);
      for (std::size_t j = i + 1; j < std::min(n, i + 3); ++j) {
        a[i * n + j] = random.uniform(-1, 1);
      }
    }
    return a;
  }

  /// Small compared with the diagonal, so that the matrix of the lower triangle is usually positive
  /// definite, too: a program that reads it gets finite but wrong numbers.
  static void fill_lower_with_garbage(std::size_t n, Values& a, Random& random) {
    const auto size = [&](std::size_t i) {
      const double diagonal = std::fabs(a[i * n + i]);
      return diagonal > 0 ? std::sqrt(diagonal) : 1;  // also for a NaN
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        a[i * n + j] =
            random.uniform(-1, 1) * 0.8 * size(i) * size(j) / std::sqrt(static_cast<double>(n));
      }
    }
  }
};

WARPGRADE_REFERENCE("cholesky", CholeskyReference);

}  // namespace
}  // namespace warpgrade
