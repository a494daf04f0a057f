import type { SavedCard } from '@portico/contract';
import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { refetchIfReplayed, translated } from '../errors.ts';

/** The owner of a card, as the bank may check it. */
export interface CardHolder {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
}

/** Saved cards. Card numbers never pass through the portal, because the browser sends them to Stripe (CARD-1). */
export function cardCalls(client: StripeClient) {
  return {
    /**
     * Begins adding a card; the browser confirms the client secret. Repeating it leaves an unused intent, which costs
     * nothing.
     * @param customerId the card's future customer. A sign-up has no customer yet: the card belongs to nobody until it
     * is attached (CARD-9).
     */
    beginSetup: (customerId?: string) => translated(async () => beginSetup(await client(), customerId)),
    /**
     * Whether the cardholder saved the card with a setup intent, with or without a customer.
     * @param since seconds since 1970; earlier ones do not count
     */
    isSaved: (paymentMethodId: string, since: number): Promise<boolean> =>
      translated(async () => {
        const { data } = await (await client()).setupIntents.list({ payment_method: paymentMethodId, limit: 100 });
        return data.some(({ status, created }) => status === 'succeeded' && created >= since);
      }),
    /**
     * Asks the bank whether the card may be saved, without asking the cardholder to authenticate. Repeating it leaves
     * intents, which cost nothing.
     * @throws CardError if the bank refuses the card
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
    /** Creates a payment method from a card token (`tok_…`), which can be used once. It belongs to nobody yet. */
    createFromToken: (token: string, holder: CardHolder, idempotencyKey: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => {
        const { name, email } = holder;
        return (await client()).paymentMethods.create(
          { type: 'card', card: { token }, billing_details: { ...(name && { name }), ...(email && { email }) } },
          { idempotencyKey },
        );
      }),
    /** @throws CardError if the bank refuses the card. */
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

async function beginSetup(stripe: Stripe, customerId: string | undefined): Promise<{ clientSecret: string }> {
  const intent = await stripe.setupIntents.create({
    ...(customerId && { customer: customerId }),
    allowed_payment_method_types: ['card'],
    usage: 'off_session',
  });
  return { clientSecret: intent.client_secret ?? '' };
}

type Brand = SavedCard['card']['brand'];

/** Stripe's brand names in the contract's spelling (CARD-2). */
const brands: Readonly<Record<string, Brand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'american express',
  discover: 'discover',
  jcb: 'jcb',
  diners: 'diners club',
  // Methods that are not cards, by their types at Stripe (CARD-18).
  sepa_debit: 'bank account',
  us_bank_account: 'bank account',
  acss_debit: 'bank account',
  bacs_debit: 'bank account',
  au_becs_debit: 'bank account',
  link: 'link',
};

/** @returns unknown for brands that Stripe added later. */
export function cardBrand(stripeBrand: string | null | undefined): Brand {
  return brands[stripeBrand ?? ''] ?? 'unknown';
}
