import type Stripe from 'stripe';

/** The parts of a credit note's amount, in cents. */
export interface CreditNoteWays {
  /** No longer due, because the invoice was not paid yet. */
  readonly notDue: number;
  /** Added to the customer's balance. */
  readonly credited: number;
  readonly refunded: number;
  /** Returned outside of Stripe. */
  readonly otherwise: number;
}

/** @param data a mirrored credit note */
export function readCreditNoteWays(data: unknown): CreditNoteWays {
  const note = data as Pick<
    Stripe.CreditNote,
    'pre_payment_amount' | 'post_payment_amount' | 'out_of_band_amount' | 'refunds'
  >;
  const refunded = note.refunds.reduce((sum, { amount_refunded: amount }) => sum + amount, 0);
  const otherwise = note.out_of_band_amount ?? 0;
  return {
    notDue: note.pre_payment_amount,
    credited: Math.max(0, note.post_payment_amount - refunded - otherwise),
    refunded,
    otherwise,
  };
}
