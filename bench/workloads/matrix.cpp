// Product of two square matrices, each thread a band of rows.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
  double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return cells_[row * size_ + column]; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::vector<double> cells_;
};

void multiply_rows(const Matrix& left, const Matrix& right, Matrix& product, std::size_t first, std::size_t last) {
  for (std::size_t row = first; row < last; ++row) {
    for (std::size_t column = 0; column < right.size(); ++column) {
      double sum = 0;
      for (std::size_t inner = 0; inner < right.size(); ++inner) {
        sum += left.at(row, inner) * right.at(inner, column);
      }
      product.at(row, column) = sum;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::size_t kThreads = 4;
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::size_t size = 240;
  Matrix left(size);
  Matrix right(size);
  Matrix product(size);
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column < size; ++column) {
      left.at(row, column) = static_cast<double>((row * 7 + column) % 11);
      right.at(row, column) = static_cast<double>((row + column * 5) % 13);
    }
  }
  double trace = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::thread> threads;
    for (std::size_t band = 0; band < kThreads; ++band) {
      threads.emplace_back(
          [&, band] { multiply_rows(left, right, product, size * band / kThreads, size * (band + 1) / kThreads); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    trace += product.at(static_cast<std::size_t>(round) % size, static_cast<std::size_t>(round) % size);
  }
  std::printf("%.0f\n", trace);
}
