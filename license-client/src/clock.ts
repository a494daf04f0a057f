import type { Options } from './options.ts';
import type { Answer } from './signed-answer.ts';
import type { KeptState } from './state.ts';

/** Maximum clock difference in milliseconds. The portal refuses requests beyond it. */
export const clockTolerance = 300_000;

/** The device's clock, corrected by the portal's. Times are milliseconds since 1970. */
export class Clock {
  readonly #options: Options;
  readonly #state: KeptState;

  constructor(options: Options, state: KeptState) {
    this.#options = options;
    this.#state = state;
  }

  async now(): Promise<number> {
    return this.#options.now().getTime() + ((await this.#state.load()).clockOffset ?? 0);
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
    state.newestTime = time;
    state.clockOffset = Math.abs(ahead) > clockTolerance / 2 ? ahead : 0;
  }
}
