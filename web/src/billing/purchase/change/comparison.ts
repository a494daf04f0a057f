import type { RecurringCharge } from '@portico/contract';

/** The recurring amounts of a period, before and after a change; cents, null if nothing is paid. */
export interface ComparedCharge {
  /** The first charge of the period; null if both sides start now. */
  from: string | null;
  /** The first charge with another amount; null if unknown. */
  until: string | null;
  isDiscounted: boolean;
  now: number | null;
  after: number | null;
}

const at = (moment: string) => new Date(moment).getTime();

function chargeAt(charges: readonly RecurringCharge[], moment: string): RecurringCharge | undefined {
  const started = charges.filter(({ from }) => at(from) <= at(moment));
  return started.at(-1) ?? charges[0];
}

/**
 * The times at which either side's amount changes. A side's first charge is not a boundary, because its amount
 * applies from now on.
 */
function boundaries(sides: readonly (readonly RecurringCharge[])[]): string[] {
  const starts = sides.flatMap((charges) => charges.slice(1).map(({ from }) => from));
  const inOrder = starts.toSorted((a, b) => at(a) - at(b));
  return inOrder.filter((moment, index) => index === 0 || at(moment) !== at(inOrder[index - 1] as string));
}

/**
 * Compares the current and the new recurring amounts. A new period begins whenever either amount changes; empty if
 * neither side renews.
 */
export function compareCharges(
  now: readonly RecurringCharge[],
  after: readonly RecurringCharge[],
): readonly ComparedCharge[] {
  if (now.length === 0 && after.length === 0) return [];
  const ends = boundaries([now, after]);
  const starts = [null, ...ends];
  return starts.map((from, index) => {
    const moment = from ?? [now[0]?.from, after[0]?.from].filter((start) => start !== undefined).toSorted()[0] ?? '';
    const [before, later] = [chargeAt(now, moment), chargeAt(after, moment)];
    return {
      from,
      until: ends[index] ?? null,
      isDiscounted: (before?.discount ?? 0) > 0 || (later?.discount ?? 0) > 0,
      now: before?.total ?? null,
      after: later?.total ?? null,
    };
  });
}
