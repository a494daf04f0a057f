import type Stripe from 'stripe';
import type { StripeClient } from './client.ts';
import { translated } from './errors.ts';

/** Saved cards. Numbers never pass through the portal: the browser gives them to Stripe. */
export function cardCalls(client: StripeClient) {
  return {
    /** Begins adding a card; the browser confirms the client secret. */
    beginSetup: (customerId: string): Promise<{ clientSecret: string }> =>
      translated(async () => {
        const intent = await (await client()).setupIntents.create({
          customer: customerId,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
        });
        return { clientSecret: intent.client_secret ?? '' };
      }),
    retrieve: (paymentMethodId: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => (await client()).paymentMethods.retrieve(paymentMethodId)),
    detach: (paymentMethodId: string): Promise<Stripe.PaymentMethod> =>
      translated(async () => (await client()).paymentMethods.detach(paymentMethodId)),
  };
}
