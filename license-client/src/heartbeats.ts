import { type Context, callPortal } from './calls.ts';
import { identityOf, standingAfter } from './checks.ts';
import type { Counter } from './counts.ts';
import { LicensingError } from './errors.ts';
import { Loop, withJitter } from './loop.ts';
import type { Answer } from './signed-answer.ts';
import type { Standing } from './standing.ts';
import type { Batch } from './state.ts';

export interface HeartbeatOptions {
  /** Seconds between two reports; 900 by default. Each interval is up to a tenth shorter, by chance. */
  readonly everySeconds?: number;
}

/** Reports in the background that the product is in use, and learns whether it still may be. */
export class Heartbeats {
  readonly #context: Context;
  readonly #counter: Counter;
  #loop: Loop | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: Context, counter: Counter) {
    this.#context = context;
    this.#counter = counter;
  }

  /** The first report is sent at once. What becomes of it is told by events. */
  start({ everySeconds = 900 }: HeartbeatOptions = {}): void {
    if (this.#loop) return;
    this.#loop = new Loop(async () => {
      try {
        this.#context.events.emit('reported', await this.beat());
      } catch (error) {
        // Everything else is told by the standing.
        if (error instanceof LicensingError) this.#context.events.emit('failed', error);
        else throw error;
      }
      return withJitter(everySeconds * 1000);
    }).start(0);
  }

  /** Ends the background, and reports once more what was counted meanwhile. What the portal did not take is stored. */
  async stop(): Promise<void> {
    const loop = this.#loop;
    this.#loop = undefined;
    await loop?.stop();
    if (await this.#counter.save()) await this.beat().catch(() => undefined);
    await this.#counter.save();
  }

  /**
   * Reports now, one report after another.
   * @throws LicensingError for what is wrong with the call itself
   */
  beat(): Promise<Standing> {
    const beating = this.#last.then(() => this.#report());
    this.#last = beating.catch(() => undefined);
    return beating;
  }

  async #report(): Promise<Standing> {
    const batch = await this.#counter.take();
    const lease = await this.#context.standings.lease();
    const sessionId = lease?.session?.id;
    let answer: Answer;
    try {
      const fields = { ...(await identityOf(this.#context)), sessionId, ...countsOf(batch) };
      answer = await callPortal(this.#context, 'heartbeats', fields, { nonce: batch.nonce });
    } catch (error) {
      // It would be refused forever, and with it all that comes after.
      if (error instanceof LicensingError && error.code === 'ValidationError') await this.#counter.taken(batch);
      return standingAfter(this.#context, error);
    }
    await this.#counter.taken(batch);
    return this.#context.standings.keep(answer);
  }
}

const countsOf = ({ counters, checks }: Batch) => ({
  ...(Object.keys(counters).length > 0 && { counters }),
  ...(checks > 0 && { checks }),
});
