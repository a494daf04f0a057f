/** What an amount due rests on besides what is bought; cents. */
export interface MoneyOfCustomer {
  /** Stripe's sign: negative is a credit. */
  readonly balance: number;
  /** How many items wait for an invoice, and their sum: the next one takes them. */
  readonly pendingItems: number;
  readonly pendingAmount: number;
}

/** What the mirror knew when a quote was made, and what Stripe then reckoned with, which may have been newer. */
export interface QuoteBasis extends MoneyOfCustomer {
  readonly startingBalance: number;
}

/**
 * Whether an amount that was quoted is still the one that would be charged, as far as the mirror knows: no call is needed for it.
 * A mirror that only caught up with what Stripe reckoned with has changed nothing.
 */
export function isStillOwed(quoted: QuoteBasis | undefined, now: MoneyOfCustomer): boolean {
  if (!quoted) return true;
  const sameBalance = now.balance === quoted.balance || now.balance === quoted.startingBalance;
  return sameBalance && now.pendingItems === quoted.pendingItems && now.pendingAmount === quoted.pendingAmount;
}
