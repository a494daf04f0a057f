import { evict } from './activations.ts';
import { type ClientContext, callPortal } from './calls.ts';
import { deviceFields, fingerprintFields, standingAfter } from './checks.ts';
import { randomNonce } from './encoding.ts';
import { LicensingError } from './errors.ts';
import { Loop, withJitter } from './loop.ts';
import { type NoPlace, noPlace } from './no-place.ts';
import type { Answer } from './signed-answer.ts';
import type { Standing } from './standing.ts';
import type { SessionState } from './wire.ts';

export interface CheckOutOptions {
  readonly serialNumber?: string;
  /** Days for which the session is borrowed and needs no network. The plan limits them. */
  readonly borrowDays?: number;
  /** Called if the session ended unexpectedly and others may have its seat. */
  readonly onLost?: (standing: Standing) => void;
  /** False if the product renews by itself. */
  readonly renewInBackground?: boolean;
  readonly signal?: AbortSignal;
}

export interface CheckedOut {
  readonly outcome: 'open';
  readonly session: Session;
  readonly standing: Standing;
}

export type CheckOut = CheckedOut | NoPlace<CheckOut>;

/** Seconds to the next renewal if a renewal got no answer, because the lease is running out. */
const soon = 30;

/** A seat of a floating license, as long as it is renewed. */
export class Session {
  readonly #context: ClientContext;
  readonly #onLost: CheckOutOptions['onLost'];
  readonly #unsubscribe: () => void;
  #state: SessionState;
  #loop: Loop | undefined;
  #isOver = false;

  constructor(context: ClientContext, state: SessionState, onLost: CheckOutOptions['onLost']) {
    this.#context = context;
    this.#state = state;
    this.#onLost = onLost;
    // A heartbeat may detect the end first.
    this.#unsubscribe = context.events.on('lost', (standing) => this.#end(standing));
  }

  get id(): string {
    return this.#state.id;
  }

  /** When the session ends unless it is renewed. */
  get expiresAt(): Date {
    return new Date(this.#state.expiresAt);
  }

  /** Null unless the session is borrowed. */
  get borrowedUntil(): Date | null {
    return this.#state.borrowedUntil === null ? null : new Date(this.#state.borrowedUntil);
  }

  /**
   * Renews the session now. Without an answer the session continues until its lease ends.
   * @throws LicensingError for an error of the call itself
   */
  async renew(): Promise<Standing> {
    return (await this.#renew()).standing;
  }

  /**
   * Starts to renew the session.
   * @param seconds until the first renewal
   */
  renewInBackground(seconds: number): void {
    this.#loop ??= new Loop(() => this.#renewOnce()).start(withJitter(seconds * 1000));
  }

  /**
   * Frees the seat. Repeating it changes nothing.
   * @throws LicensingError `PortalAway`: the seat becomes free when the lease ends, and this can be repeated until then
   */
  async giveBack(): Promise<Standing> {
    await this.stop();
    await callPortal(this.#context, 'sessions/returns', { sessionId: this.id });
    this.#close();
    return this.#context.standings.forget(['lease', 'requestKey']);
  }

  /** Stops renewing the session, which keeps its seat until the lease ends. */
  async stop(): Promise<void> {
    await this.#loop?.stop();
    this.#loop = undefined;
  }

  #end(standing: Standing): void {
    if (this.#isOver) return;
    this.#close();
    this.#onLost?.(standing);
  }

  #close(): void {
    this.#isOver = true;
    this.#unsubscribe();
  }

  async #renew(): Promise<{ standing: Standing; next: number }> {
    let answer: Answer;
    try {
      answer = await callPortal(this.#context, 'sessions/renewals', { sessionId: this.id });
    } catch (error) {
      return { standing: await standingAfter(this.#context, error), next: soon };
    }
    const standing = await this.#context.standings.keep(answer, 'lease');
    const lease = await this.#context.standings.lease();
    if (lease?.session) this.#state = lease.session;
    return { standing, next: renewalSeconds(answer) };
  }

  async #renewOnce(): Promise<number | undefined> {
    try {
      const { standing, next } = await this.#renew();
      if (standing.isLicensed) return this.#isOver ? undefined : withJitter(next * 1000);
      this.#end(standing);
      return undefined;
    } catch (error) {
      if (!(error instanceof LicensingError)) throw error;
      this.#context.events.emit('failed', error);
      return withJitter(soon * 1000);
    }
  }
}

/**
 * Takes a seat of a floating license. Repeating it, even after a crash, returns the same session.
 * @throws LicensingError with the portal's code; `LicenseFull` is an outcome instead
 */
export async function checkOut(context: ClientContext, options: CheckOutOptions): Promise<CheckOut> {
  const { serialNumber, borrowDays, onLost, renewInBackground = true, signal } = options;
  const state = await context.state.load();
  if (!state.requestKey) {
    state.requestKey = randomNonce();
    await context.state.save();
  }
  let answer: Answer;
  try {
    const fields = {
      ...(await deviceFields(context)),
      ...(serialNumber !== undefined && { serialNumber }),
      ...fingerprintFields(context),
      name: context.options.name,
      requestKey: state.requestKey,
      borrowDays,
    };
    answer = await callPortal(context, 'sessions', fields, { signal });
  } catch (error) {
    if (!(error instanceof LicensingError) || error.code !== 'LicenseFull') throw error;
    return noPlace(error, async (deviceId) => {
      await evict(context, deviceId);
      return checkOut(context, options);
    });
  }
  if (serialNumber !== undefined) state.serialNumber = serialNumber;
  const standing = await context.standings.keep(answer, 'lease');
  const session = await openSession(context, onLost);
  if (!session)
    throw new LicensingError('AnswerNotTrusted', 'The answer is about another device.', { reason: 'device' });
  if (renewInBackground && session.borrowedUntil === null) session.renewInBackground(renewalSeconds(answer));
  return { outcome: 'open', session, standing };
}

/** The session that was checked out here, without a network; undefined without one. */
export async function openSession(
  context: ClientContext,
  onLost: CheckOutOptions['onLost'],
): Promise<Session | undefined> {
  const lease = await context.standings.lease();
  return lease?.session && new Session(context, lease.session, onLost);
}

/** Seconds until the next renewal. */
function renewalSeconds({ body }: Answer): number {
  const { renewAfterSeconds } = body;
  return typeof renewAfterSeconds === 'number' && renewAfterSeconds > 0 ? renewAfterSeconds : soon;
}
