/** Milliseconds; JavaScript's timers can wait at most 24.8 days. */
const maxTimer = 86_400_000;

/** Repeats work in the background. Its timer does not keep the process alive. */
export class Loop {
  readonly #work: () => Promise<number | undefined>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** @param work must not fail; returns the milliseconds until the next time, or undefined to stop */
  constructor(work: () => Promise<number | undefined>) {
    this.#work = work;
  }

  /** @param milliseconds until the first time */
  start(milliseconds: number): this {
    this.#timer = setTimeout(
      () => {
        this.#running = this.#turn();
      },
      Math.min(milliseconds, maxTimer),
    );
    // In browsers, timers are numbers.
    (this.#timer as { unref?: () => void }).unref?.();
    return this;
  }

  /** Stops after the current work has finished. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #turn(): Promise<void> {
    const next = await this.#work();
    if (next !== undefined && !this.#isStopped) this.start(next);
  }
}

/** Shortens a time randomly by up to a tenth, so that many products do not report at the same moment. */
export const withJitter = (milliseconds: number): number => milliseconds * (1 - Math.random() / 10);
