import type { RecurringCharge } from '@portico/contract';

/** What is paid each interval over a stretch of time, as it is and as a change would have it; cents, null where nothing is paid then. */
export interface ComparedCharge {
  /** The first charge of the stretch; null where both last from now on. */
  from: string | null;
  /** The first charge of another amount; null where none is known. */
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

/** Moments at which either side begins to cost something else. A side's first charge is no such moment: what it is, it is from now on. */
function boundaries(sides: readonly (readonly RecurringCharge[])[]): string[] {
  const starts = sides.flatMap((charges) => charges.slice(1).map(({ from }) => from));
  const inOrder = starts.toSorted((a, b) => at(a) - at(b));
  return inOrder.filter((moment, index) => index === 0 || at(moment) !== at(inOrder[index - 1] as string));
}

/** Puts what is paid now beside what would be paid, with a stretch for each change of either; nothing where neither renews. */
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
