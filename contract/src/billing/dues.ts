import type { InvoicePreview } from './invoice-previews.ts';
import type { PurchaseEstimate } from './purchase.ts';

/** The difference between an invoice's total and its amount due; cents. */
export interface Settlement {
  /** The part paid by credit. */
  fromCredit: number;
  /** An earlier amount that was too small to charge and is charged with this invoice. */
  owedBefore: number;
  /** An amount that is too small to charge with this invoice and is charged with the account's next one. */
  carriedOver: number;
}

/**
 * The amount due is the total, less credit and the carried-over amount, plus earlier debts, and never negative (CHG-3).
 */
export function findSettlement(
  invoice: Pick<InvoicePreview, 'total' | 'amountDue' | 'creditBefore' | 'creditAfter' | 'carriedOver'>,
): Settlement {
  const { total, amountDue, creditBefore, creditAfter, carriedOver } = invoice;
  return {
    fromCredit: Math.max(0, creditBefore - creditAfter),
    owedBefore: Math.max(0, amountDue + carriedOver - creditAfter - total),
    carriedOver,
  };
}

/** How a purchase or a change is paid; cents. */
export interface Dues extends Settlement {
  /** What is charged now for the purchase or change, with tax; negative if paid time is credited. */
  total: number;
  creditBefore: number;
  creditAfter: number;
  today: number;
  /**
   * The next charge: amount, amount due (after credit and with the carried-over amount) and date; null if nothing
   * renews. If other subscriptions may use the credit first, the rest is unknown, and the credit is not subtracted.
   */
  next: { at: string; total: number; fromCredit: number; due: number; isBeforeCredit: boolean } | null;
}

/** The account's next charges, nearest first, with their total number. */
export interface NextCharges {
  readonly total: number;
  readonly items: readonly { readonly subscriptionId: number; readonly created: string; readonly total: number }[];
}

/**
 * Whether other subscriptions are charged no later than `at`. They use the account's credit first (INV-10). True if
 * unknown.
 * @param subscriptionId null for a subscription that is not bought yet
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
 * What is due today, and what is due next after the remaining credit (CHG-3).
 * @param subscriptionId null for a subscription that is not bought yet
 * @param charges undefined while unknown
 */
export function findDues(
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
    ...findSettlement(update),
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
