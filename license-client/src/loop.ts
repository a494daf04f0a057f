/** Milliseconds; the longest that a timer of JavaScript can wait is 24.8 days. */
const longestTimer = 86_400_000;

/** Work in the background, again and again. Its timer keeps no process alive. */
export class Loop {
  readonly #work: () => Promise<number | undefined>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  /** @param work does it once. It never fails, and returns the milliseconds until the next time, or undefined to end */
  constructor(work: () => Promise<number | undefined>) {
    this.#work = work;
  }

  /** @param milliseconds until the first time */
  start(milliseconds: number): this {
    this.#timer = setTimeout(
      () => {
        this.#running = this.#turn();
      },
      Math.min(milliseconds, longestTimer),
    );
    // Browsers have numbers here.
    (this.#timer as { unref?: () => void }).unref?.();
    return this;
  }

  /** Ends it, once what is under way has ended. */
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

/** A share of up to a tenth less, so that many products do not report at the same moment. */
export const withJitter = (milliseconds: number): number => milliseconds * (1 - Math.random() / 10);
