import type { PurchaseEstimate } from './purchase.ts';

/** What a purchase or a change is paid with; cents. */
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

/**
 * Whether other subscriptions are charged before a moment, or at it: they spend the account's credit first (INV-10). True where that is not known.
 * @param subscriptionId null for one that is not bought yet
 */
export function isCreditSpentBefore(
  charges: NextCharges | undefined,
  subscriptionId: number | null,
  at: string,
): boolean {
  if (!charges) return true;
  const until = new Date(at);
  const before = charges.items.filter(({ created }) => new Date(created) <= until);
  const mayHaveMore = before.length === charges.items.length && charges.total > charges.items.length;
  return mayHaveMore || before.some((charge) => charge.subscriptionId !== subscriptionId && charge.total > 0);
}

/**
 * What is due today, and what is due next once the credit that is left has been used (CHG-3).
 * @param subscriptionId null for one that is not bought yet
 * @param charges undefined while they are not known
 */
export function duesOf(
  {
    subscriptionUpdateInvoiceDetails: update,
    recurringCharges,
    nextPaymentDate,
  }: Pick<PurchaseEstimate, 'subscriptionUpdateInvoiceDetails' | 'recurringCharges' | 'nextPaymentDate'>,
  subscriptionId: number | null,
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
