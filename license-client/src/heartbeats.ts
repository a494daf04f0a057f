import { type ClientContext, callPortal } from './calls.ts';
import { deviceFields, standingAfter } from './checks.ts';
import type { Counter } from './counts.ts';
import { LicensingError } from './errors.ts';
import { Loop, withJitter } from './loop.ts';
import type { Answer } from './signed-answer.ts';
import type { Standing } from './standing.ts';
import type { Batch } from './state.ts';

export interface HeartbeatOptions {
  /** Seconds between two reports; 900 by default. Each interval is randomly up to a tenth shorter. */
  readonly everySeconds?: number;
}

/** Reports in the background that the product is in use, and learns whether it may still be used. */
export class Heartbeats {
  readonly #context: ClientContext;
  readonly #counter: Counter;
  #loop: Loop | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(context: ClientContext, counter: Counter) {
    this.#context = context;
    this.#counter = counter;
  }

  /** The first report is sent immediately. Events report the results. */
  start({ everySeconds = 900 }: HeartbeatOptions = {}): void {
    if (this.#loop) return;
    this.#loop = new Loop(async () => {
      try {
        this.#context.events.emit('reported', await this.beat());
      } catch (error) {
        // The standing reports everything else.
        if (error instanceof LicensingError) this.#context.events.emit('failed', error);
        else throw error;
      }
      return withJitter(everySeconds * 1000);
    }).start(0);
  }

  /** Stops the background reports and sends the remaining counts. Counts that the portal did not accept are stored. */
  async stop(): Promise<void> {
    const loop = this.#loop;
    this.#loop = undefined;
    await loop?.stop();
    if (await this.#counter.save()) await this.beat().catch(() => undefined);
    await this.#counter.save();
  }

  /**
   * Sends a report now, one at a time.
   * @throws LicensingError for an error of the call itself
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
      const fields = { ...(await deviceFields(this.#context)), sessionId, ...countsOf(batch) };
      answer = await callPortal(this.#context, 'heartbeats', fields);
    } catch (error) {
      // An invalid batch would be refused forever and block all later ones.
      if (error instanceof LicensingError && error.code === 'ValidationError') await this.#counter.taken(batch);
      return standingAfter(this.#context, error);
    }
    await this.#counter.taken(batch);
    return this.#context.standings.keep(answer);
  }
}

const countsOf = ({ counters, checks, reportId }: Batch) => ({
  reportId,
  ...(Object.keys(counters).length > 0 && { counters }),
  ...(checks > 0 && { checks }),
});
