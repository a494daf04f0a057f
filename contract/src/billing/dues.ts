import type { InvoicePreview } from './invoice-previews.ts';
import type { PurchaseEstimate } from './purchase.ts';

/** What lies between an invoice's total and what is due of it; cents. */
export interface Settlement {
  /** What the credit pays. */
  fromCredit: number;
  /** What was too little to be charged before, and is charged with this invoice. */
  owedBefore: number;
  /** What is too little to be charged with this invoice, and is charged with the account's next one. */
  carriedOver: number;
}

/** What is due of an invoice is its total, less credit and what is carried over, with what was owed before, and never below zero (CHG-3). */
export function settlementOf(
  invoice: Pick<InvoicePreview, 'total' | 'amountDue' | 'creditBefore' | 'creditAfter' | 'carriedOver'>,
): Settlement {
  const { total, amountDue, creditBefore, creditAfter, carriedOver } = invoice;
  return {
    fromCredit: Math.max(0, creditBefore - creditAfter),
    owedBefore: Math.max(0, amountDue + carriedOver - creditAfter - total),
    carriedOver,
  };
}

/** What a purchase or a change is paid with; cents. */
export interface Dues extends Settlement {
  /** What is charged for it now, with tax; negative where time that was paid is given back. */
  total: number;
  creditBefore: number;
  creditAfter: number;
  today: number;
  /**
   * The next charge: its amount, what is due of it after the credit and with what was carried over, and when; null where nothing renews. Where other
   * subscriptions spend of the credit before, or may, what is left for it is not known: then the credit is not taken off.
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
  const { total, amountDue, creditBefore, creditAfter, carriedOver } = update;
  const hasOthersBefore = nextPaymentDate !== null && isCreditSpentBefore(charges, subscriptionId, nextPaymentDate);
  const isBeforeCredit = creditAfter > 0 && hasOthersBefore;
  const used = first && !isBeforeCredit ? Math.min(creditAfter, first.total) : 0;
  const added = hasOthersBefore ? 0 : carriedOver;
  return {
    ...settlementOf(update),
    total,
    creditBefore,
    creditAfter,
    today: amountDue,
    next:
      first && nextPaymentDate
        ? { at: nextPaymentDate, total: first.total, fromCredit: used, due: first.total - used + added, isBeforeCredit }
        : null,
  };
}
