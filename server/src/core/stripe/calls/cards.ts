import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { refetchIfReplayed, translated } from '../errors.ts';

/** Who a card belongs to, as its bank may check it. */
export interface CardHolder {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Saved cards. Numbers never pass through the portal: the browser gives them to Stripe (CARD-1). */
export function cardCalls(client: StripeClient) {
  return {
    /**
     * Begins adding a card; the browser confirms the client secret. Repeated, it leaves an intent that nobody uses and that costs nothing.
     * @param customerId whose card it becomes once it is confirmed. At a sign-up there is none yet: the card then belongs to nobody until it is attached (CARD-9).
     */
    beginSetup: (customerId?: string): Promise<{ clientSecret: string }> =>
      translated(async () => {
        const intent = await (await client()).setupIntents.create({
          ...(customerId && { customer: customerId }),
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
        });
        return { clientSecret: intent.client_secret ?? '' };
      }),
    /**
     * Whether a holder saved the card by a setup intent, without a customer or with one.
     * @param since seconds since 1970; what was saved before does not count
     */
    isSaved: (paymentMethodId: string, since: number): Promise<boolean> =>
      translated(async () => {
        const { data } = await (await client()).setupIntents.list({ payment_method: paymentMethodId, limit: 100 });
        return data.some(({ status, created }) => status === 'succeeded' && created >= since);
      }),
    /**
     * Asks the bank whether it would let the card be saved. A holder who would have to confirm is not asked. Repeated, it leaves intents that cost nothing.
     * @throws CardError where the bank refuses the card
     */
    validate: (paymentMethodId: string): Promise<void> =>
      translated(async () => {
        await (await client()).setupIntents.create({
          payment_method: paymentMethodId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          confirm: true,
        });
      }),
    retrieve: (paymentMethodId: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => (await client()).paymentMethods.retrieve(paymentMethodId)),
    /** Makes a payment method of a card token (`tok_…`), which can be used once; it belongs to nobody yet. */
    createFromToken: (token: string, holder: CardHolder, idempotencyKey: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => {
        const { name, email } = holder;
        return (await client()).paymentMethods.create(
          { type: 'card', card: { token }, billing_details: { ...(name && { name }), ...(email && { email }) } },
          { idempotencyKey },
        );
      }),
    /** @throws CardError where the bank refuses the card. */
    attach: (paymentMethodId: string, customerId: string, idempotencyKey: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => {
        const stripe = await client();
        const answer = await stripe.paymentMethods.attach(
          paymentMethodId,
          { customer: customerId },
          { idempotencyKey },
        );
        return refetchIfReplayed<Stripe.PaymentMethod>(answer, () => stripe.paymentMethods.retrieve(paymentMethodId));
      }),
    detach: (paymentMethodId: string, idempotencyKey: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => (await client()).paymentMethods.detach(paymentMethodId, {}, { idempotencyKey })),
  };
}

import type { SavedCard } from '@portico/contract';

type Brand = SavedCard['card']['brand'];

/** Stripe's names of brands, spelled as the contract does (CARD-2). */
const brands: Readonly<Record<string, Brand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american express',
  discover: 'discover',
  jcb: 'jcb',
  diners: 'diners club',
};

/** @returns unknown for brands that came later. */
export function cardBrand(stripeBrand: string | null | undefined): Brand {
  return brands[stripeBrand ?? ''] ?? 'unknown';
}
