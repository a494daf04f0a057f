import { setTimeout as pauseFor } from 'node:timers/promises';

/** What a registration does at Stripe: nothing, create objects without a charge, or charge. */
export type Work = 'nothing' | 'free' | 'paid';

/** Assumed duration of each kind in milliseconds, until the first one was measured. */
const initialMilliseconds: Readonly<Record<Work, number>> = { nothing: 0, free: 700, paid: 1_200 };

/** Maximum measurements kept for each kind: few, so that they soon reflect a slower provider. */
const maxSamples = 10;

/** The longest wait in milliseconds, however slow the payment provider was. */
const maxMilliseconds = 10_000;

/** How long the latest registrations took after their address was looked up. */
export interface Pace {
  /** Records the duration of a registration that succeeded without waiting. */
  record(work: Work, milliseconds: number): void;
  /**
   * Waits until a form has taken as long as a random one of the latest registrations, because their spread reveals as much as their median. @param
   * milliseconds how long the form has taken so far
   */
  wait(work: Work, milliseconds: number): Promise<void>;
}

export function createPace(
  pause: (milliseconds: number) => Promise<unknown> = pauseFor,
  random: () => number = Math.random,
): Pace {
  const times: Record<Work, number[]> = { nothing: [], free: [], paid: [] };
  const draw = (work: Work) => {
    const latest = times[work];
    return latest[Math.floor(random() * latest.length)] ?? initialMilliseconds[work] * (0.75 + random() / 2);
  };
  return {
    record(work, milliseconds) {
      times[work].push(Math.min(milliseconds, maxMilliseconds));
      if (times[work].length > maxSamples) times[work].shift();
    },
    async wait(work, milliseconds) {
      await pause(Math.max(0, draw(work) - milliseconds));
    },
  };
}

/** The measurements of this process, in memory (SIGN-18). */
export const pace = createPace();
