#include "backends/host/fiber.h"

#include <ucontext.h>

#include <array>
#include <cstdint>

namespace tern {
namespace host_fiber {

// The thread sanitizer keeps a stack of the calls of a thread. Those that an ended fiber never
// comes back from would stay on it, until it is full.
#if __has_cpp_attribute(clang::disable_sanitizer_instrumentation)
#define TERN_UNCOUNTED [[clang::disable_sanitizer_instrumentation]]
#elif defined(__SANITIZE_THREAD__)
#define TERN_UNCOUNTED [[gnu::no_sanitize_thread]]
#else
#define TERN_UNCOUNTED
#endif

constexpr std::size_t stack_bytes = 64 * 1024;

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CET__)

// Saves what a function must keep on the old stack and takes it from the new one. The C library's
// way asks the kernel for the signal mask each time, which takes fifty times as long.
extern "C" void tern_switch_stack(void** save, void* load);
asm(R"(
.text
.globl tern_switch_stack
.hidden tern_switch_stack
.type tern_switch_stack,@function
tern_switch_stack:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  popq %rcx
  jmp *%rcx
.size tern_switch_stack,.-tern_switch_stack
)");

class Context {
 public:
  /// `entry` must not return.
  void prepare(std::byte* stack, void (*entry)()) {
    auto top = reinterpret_cast<std::uintptr_t>(stack + stack_bytes) & ~std::uintptr_t{63};
    auto* slots = reinterpret_cast<void**>(top);
    slots[-2] = reinterpret_cast<void*>(entry);
    pointer_ = slots - 8;
  }
  TERN_UNCOUNTED static void change(Context& from, Context& to) {
    tern_switch_stack(&from.pointer_, to.pointer_);
  }

 private:
  void* pointer_ = nullptr;
};

#else

class Context {
 public:
  void prepare(std::byte* stack, void (*entry)()) {
    getcontext(&context_);
    context_.uc_stack.ss_sp = stack;
    context_.uc_stack.ss_size = stack_bytes;
    context_.uc_link = nullptr;
    makecontext(&context_, entry, 0);
  }
  TERN_UNCOUNTED static void change(Context& from, Context& to) {
    swapcontext(&from.context_, &to.context_);
  }

 private:
  ucontext_t context_{};
};

#endif

}  // namespace host_fiber

struct Fiber::State {
  host_fiber::Context own;
  host_fiber::Context caller;
  void (*entry)(void*) = nullptr;
  void* argument = nullptr;
  std::array<std::byte, host_fiber::stack_bytes> stack;

  static State*& starting() {
    static thread_local State* state = nullptr;
    return state;
  }

  TERN_UNCOUNTED static void begin() {
    State* state = starting();
    state->entry(state->argument);
    host_fiber::Context::change(state->own, state->caller);
  }
};

// Not value-initialised, so that the pages of the stack are taken only when they are used.
Fiber::Fiber() : state_(new State) {}
Fiber::~Fiber() = default;

void Fiber::start(void (*entry)(void*), void* argument) {
  state_->entry = entry;
  state_->argument = argument;
  state_->own.prepare(state_->stack.data(), State::begin);
}

void Fiber::resume() {
  State::starting() = state_.get();
  host_fiber::Context::change(state_->caller, state_->own);
}

void Fiber::yield() { host_fiber::Context::change(state_->own, state_->caller); }

}  // namespace tern

#undef TERN_UNCOUNTED
