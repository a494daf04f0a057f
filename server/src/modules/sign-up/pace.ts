/** What a registration has to do at Stripe: nothing, to make what costs nothing now, or to charge. */
export type Work = 'nothing' | 'free' | 'paid';

/** Milliseconds that each takes, as far as is known before the first one. */
const usual: Readonly<Record<Work, number>> = { nothing: 0, free: 700, paid: 1_200 };

/** How many of the latest are kept of each: few, so that a provider who becomes slow is soon followed. */
const kept = 10;

/** Nobody waits longer for nothing than this, however slow the payment provider was. */
const mostMilliseconds = 10_000;

/** How long the latest registrations took from the moment at which their addresses were looked up. */
export interface Pace {
  /** Notes one that succeeded at once. */
  note(work: Work, milliseconds: number): void;
  /** Milliseconds that one may take, drawn from the latest: their spread tells as much as their median. */
  draw(work: Work): number;
}

/** A pace of this process, in memory: each process knows its own (SIGN-18). */
export function createPace(random: () => number = Math.random): Pace {
  const times: Record<Work, number[]> = { nothing: [], free: [], paid: [] };
  return {
    note(work, milliseconds) {
      times[work].push(Math.min(milliseconds, mostMilliseconds));
      if (times[work].length > kept) times[work].shift();
    },
    draw(work) {
      const latest = times[work];
      return latest[Math.floor(random() * latest.length)] ?? usual[work] * (0.75 + random() / 2);
    },
  };
}
