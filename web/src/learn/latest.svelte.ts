// The answer to the latest question, however many were asked before and in whatever order they are answered.
export class Latest<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<(Error & { hint?: string }) | null>(null);
  busy = $state.raw(false);
  #turn = 0;

  /** The value stays while the next one is on its way, so that nothing flickers. */
  async ask(question: () => Promise<T>): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const value = await question();
      if (turn !== this.#turn) return;
      this.value = value;
      this.error = null;
    } catch (failure) {
      if (turn !== this.#turn) return;
      this.value = null;
      this.error = failure instanceof Error ? failure : new Error(String(failure));
    }
    this.busy = false;
  }

  /** Whatever is on its way is no longer wanted. */
  forget(): void {
    ++this.#turn;
    this.busy = false;
  }
}
