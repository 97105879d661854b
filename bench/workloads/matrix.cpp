// Product of two square matrices, row by column with a sum in a register, each of four threads a band of rows.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

constexpr int kSize = 240;
constexpr int kThreads = 4;
double left[kSize][kSize];
double right[kSize][kSize];
double product[kSize][kSize];

void multiply_rows(int first, int last) {
  for (int row = first; row < last; ++row) {
    for (int column = 0; column < kSize; ++column) {
      double sum = 0;
      for (int inner = 0; inner < kSize; ++inner) {
        sum += left[row][inner] * right[inner][column];
      }
      product[row][column] = sum;
    }
  }
}

void multiply() {
  std::vector<std::thread> threads;
  for (int band = 0; band < kThreads; ++band) {
    threads.emplace_back(multiply_rows, kSize * band / kThreads, kSize * (band + 1) / kThreads);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1;
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      left[row][column] = (row * 7 + column) % 11;
      right[row][column] = (row + column * 5) % 13;
    }
  }
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    multiply();
    sum += product[round % kSize][round % kSize];
  }
  std::printf("%.0f\n", sum);
}
