import type { Options } from './options.ts';
import type { Answer } from './signed-answer.ts';
import type { KeptState } from './state.ts';

/** Maximum clock difference in milliseconds. The portal refuses requests beyond it. */
export const clockTolerance = 300_000;

/** The device's clock, corrected by the portal's. Times are milliseconds since 1970. */
export class Clock {
  readonly #options: Options;
  readonly #state: KeptState;
  /** The last time that the portal signed for this process, and the monotonic clock at that moment. */
  #heard: { readonly time: number; readonly at: number } | undefined;

  constructor(options: Options, state: KeptState) {
    this.#options = options;
    this.#state = state;
  }

  /**
   * Never before the last signed time of this process plus the time since then. A stored correction, which users can
   * edit, never makes it earlier than the device's clock.
   */
  async now(): Promise<number> {
    const local = this.#options.now().getTime();
    const { clockOffset = 0 } = await this.#state.load();
    if (!this.#heard) return local + Math.max(clockOffset, 0);
    return Math.max(local + clockOffset, this.#heard.time + performance.now() - this.#heard.at);
  }

  /** Whether a time that the portal signed is current. */
  async isPresent(time: number): Promise<boolean> {
    return Math.abs(time - (await this.now())) <= clockTolerance;
  }

  /**
   * Learns the current time from an answer to this call, whatever the device's clock shows. Small differences are
   * ignored, so that fixing the clock soon ends the correction.
   */
  async learn({ time }: Answer): Promise<void> {
    const state = await this.#state.load();
    const ahead = time - this.#options.now().getTime();
    this.#heard = { time, at: performance.now() };
    state.newestTime = time;
    state.clockOffset = Math.abs(ahead) > clockTolerance / 2 ? ahead : 0;
  }

  /** Stores the current time, to the tolerance, so that a clock that is set back later is noticed. */
  async look(): Promise<number> {
    const state = await this.#state.load();
    const now = await this.now();
    if (now > (state.newestTime ?? 0) + clockTolerance) {
      state.newestTime = now;
      await this.#state.save();
    }
    return now;
  }
}
