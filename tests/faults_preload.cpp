// Loaded before the program by tests (LD_PRELOAD): a system whose clock jumps, or that has no more threads to give.
//
// TESSERA_FAULT_CLOCK=1     every look at the wall clock finds it hours before or after the last one
// TESSERA_FAULT_THREADS=N   only N threads can be made
#include <dlfcn.h>
#include <pthread.h>
#include <sys/time.h>
#include <time.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

template <class Function>
Function real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

/// Up to nine hours off, in either direction, never the same twice in a row.
time_t jump() {
    static const bool wanted = std::getenv("TESSERA_FAULT_CLOCK") != nullptr;
    static std::atomic<unsigned> looks{0};
    if (!wanted) return 0;
    const auto look = static_cast<time_t>(looks.fetch_add(1));
    return (look % 2 == 0 ? 1 : -1) * (1 + look % 9) * 3600;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) {
    static const auto next = real<int (*)(clockid_t, timespec*)>("clock_gettime");
    const int result = next(clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += jump();
    return result;
}

time_t time(time_t* into) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (into != nullptr) *into = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(timeval* into, void*) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    into->tv_sec = now.tv_sec;
    into->tv_usec = now.tv_nsec / 1000;
    return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) {
    static const auto next =
        real<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    static const char* const wanted = std::getenv("TESSERA_FAULT_THREADS");
    static std::atomic<long> left{wanted == nullptr ? 0 : std::atol(wanted)};
    if (wanted != nullptr && left.fetch_sub(1) <= 0) return EAGAIN;
    return next(thread, attributes, work, argument);
}
}
