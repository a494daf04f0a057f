import type { PurchaseEstimate, RecurringCharge } from '@portico/contract';

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

/** What a change is paid with; cents. */
export interface Dues {
  /** What is charged for it now, with tax; negative where time that was paid is given back. */
  total: number;
  /** What of it the credit pays. */
  fromCredit: number;
  creditBefore: number;
  creditAfter: number;
  today: number;
  /**
   * The next charge: its amount, what the credit leaves of it, and when; null where nothing renews. Where other subscriptions spend of the credit
   * before, or may, what is left for it is not known: then the credit is not taken off.
   */
  next: { at: string; total: number; fromCredit: number; due: number; isBeforeCredit: boolean } | null;
}

/** The next charges of the account, the nearest first, and how many there are in all. */
export interface NextCharges {
  readonly total: number;
  readonly items: readonly { readonly subscriptionId: number; readonly created: string; readonly total: number }[];
}

/** Whether other subscriptions are charged before a moment, or at it: they spend the account's credit first (INV-10). True where that is not known. */
export function isCreditSpentBefore(charges: NextCharges | undefined, subscriptionId: number, at: string): boolean {
  if (!charges) return true;
  const until = new Date(at);
  const before = charges.items.filter(({ created }) => new Date(created) <= until);
  const mayHaveMore = before.length === charges.items.length && charges.total > charges.items.length;
  return mayHaveMore || before.some((charge) => charge.subscriptionId !== subscriptionId && charge.total > 0);
}

/** What is due today, and what is due next once the credit that is left has been used (CHG-3). */
export function duesOf(
  {
    subscriptionUpdateInvoiceDetails: update,
    recurringCharges,
    nextPaymentDate,
  }: Pick<PurchaseEstimate, 'subscriptionUpdateInvoiceDetails' | 'recurringCharges' | 'nextPaymentDate'>,
  subscriptionId: number,
  charges: NextCharges | undefined,
): Dues {
  const [first] = recurringCharges;
  const { total, amountDue, creditBefore, creditAfter } = update;
  const isBeforeCredit =
    creditAfter > 0 && nextPaymentDate !== null && isCreditSpentBefore(charges, subscriptionId, nextPaymentDate);
  const used = first && !isBeforeCredit ? Math.min(creditAfter, first.total) : 0;
  return {
    total,
    fromCredit: Math.max(0, total - amountDue),
    creditBefore,
    creditAfter,
    today: amountDue,
    next:
      first && nextPaymentDate
        ? { at: nextPaymentDate, total: first.total, fromCredit: used, due: first.total - used, isBeforeCredit }
        : null,
  };
}
