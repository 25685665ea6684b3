// Memory of a card that frees itself, and CUDA's errors in words. For files that nvcc compiles.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>

#include "tessera/backends/cuda/portable.hpp"

namespace tessera::cuda {

/// The first thing that went wrong, in words. What follows it is not done.
class Faults {
  public:
    bool none() const { return words_.empty(); }
    const std::string& words() const { return words_; }
    void clear() { words_.clear(); }
    void add(std::string words) {
        if (none()) words_ = std::move(words);
    }
    /// True: so far everything was right.
    bool check(cudaError_t result, const char* what) {
        if (result != cudaSuccess) {
            add(std::string(what) + " failed: " + cudaGetErrorString(result));
        }
        return none();
    }

  private:
    std::string words_;
};

/// An array on a card.
template <class T>
class DeviceArray {
  public:
    DeviceArray() = default;
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    DeviceArray(DeviceArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceArray& operator=(DeviceArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~DeviceArray() { free(); }

    T* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }
    void free() {
        if (data_ != nullptr) cudaFree(data_);
        data_ = nullptr;
        size_ = 0;
    }
    /// Makes room for `size` elements; what it held is lost.
    bool allocate(std::size_t size, Faults& faults) {
        if (!faults.none()) return false;
        if (size_ == size && data_ != nullptr) return true;
        free();
        void* memory = nullptr;
        const cudaError_t result = cudaMalloc(&memory, (size == 0 ? 1 : size) * sizeof(T));
        if (result != cudaSuccess) {
            // The error of an allocation is not kept for later calls.
            cudaGetLastError();
            faults.add("the card has no room for " + std::to_string(size * sizeof(T) / 1'000'000) +
                       " MB more: " + cudaGetErrorString(result));
            return false;
        }
        data_ = static_cast<T*>(memory);
        size_ = size;
        return true;
    }
    bool upload(const T* from, std::size_t size, Faults& faults) {
        if (!allocate(size, faults)) return false;
        return faults.check(cudaMemcpy(data_, from, size * sizeof(T), cudaMemcpyHostToDevice),
                            "copying to the card");
    }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};

/// One value in memory that both the card and this process reach quickly.
template <class T>
class PinnedValue {
  public:
    PinnedValue() = default;
    PinnedValue(const PinnedValue&) = delete;
    PinnedValue& operator=(const PinnedValue&) = delete;
    ~PinnedValue() { free(); }

    T* operator->() const { return value_; }
    T* get() const { return value_; }
    bool allocate(Faults& faults) {
        if (value_ != nullptr) return faults.none();
        void* memory = nullptr;
        if (!faults.check(cudaMallocHost(&memory, sizeof(T)), "pinning memory")) return false;
        value_ = static_cast<T*>(memory);
        return true;
    }
    void free() {
        if (value_ != nullptr) cudaFreeHost(value_);
        value_ = nullptr;
    }

  private:
    T* value_ = nullptr;
};

}  // namespace tessera::cuda
