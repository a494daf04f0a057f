import type { CockpitRenewalPayment } from '@portico/contract';
import { cardExpiry } from '../../billing/index.ts';
import { cardBrand } from '../../core/stripe/index.ts';

/** A renewal and the card that it will be charged to. `amount` is in cents before tax. */
export interface PlannedRenewal {
  readonly customerId: string;
  readonly at: Date;
  readonly amount: number;
  readonly isSent: boolean;
  /** Undefined if no card is saved for it. */
  readonly card:
    | { readonly brand: string; readonly last4: string; readonly expMonth: number; readonly expYear: number }
    | undefined;
}

/**
 * How each renewal will be paid, in the same order (OPR-6). Credit pays first, and a customer's earlier renewals use it up. @param renewals nearest
 * first @param credits cents by customer
 */
export function planRenewalPayments(
  renewals: readonly PlannedRenewal[],
  credits: ReadonlyMap<string, number>,
): CockpitRenewalPayment[] {
  const left = new Map(credits);
  return renewals.map(({ customerId, at, amount, isSent, card }) => {
    const before = left.get(customerId) ?? 0;
    const credit = Math.min(before, amount);
    left.set(customerId, before - credit);
    if (isSent) return { method: 'sent', card: null, credit };
    if (!card) return { method: 'missing', card: null, credit };
    return {
      method: 'card',
      card: { brand: cardBrand(card.brand), last4: card.last4, expiresBefore: cardExpiry(card) <= at },
      credit,
    };
  });
}
