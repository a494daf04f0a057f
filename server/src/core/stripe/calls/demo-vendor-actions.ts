import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { translated } from '../errors.ts';

/**
 * Actions of the vendor's staff in Stripe's dashboard, which the portal learns about by webhook. Each action
 * is recognized by its description and done only once.
 */
export function demoVendorActions(client: StripeClient) {
  return {
    /**
     * Refunds a part of the newest paid invoice of a subscription to its card.
     * @param share of the paid amount, from 0 to 1; rounded to whole cents.
     */
    refund: (stripeSubscriptionId: string, share: number, description: string): Promise<void> =>
      translated(async () => {
        const stripe = await client();
        const listed = await stripe.invoices.list({ subscription: stripeSubscriptionId, status: 'paid', limit: 100 });
        const invoice = listed.data.find(({ amount_paid: paid }) => paid > 0);
        if (!invoice) throw new Error(`Nothing was paid for ${stripeSubscriptionId}`);
        const payments = await stripe.invoicePayments.list({ invoice: invoice.id ?? '', status: 'paid', limit: 1 });
        const intent = intentId(payments.data[0]?.payment.payment_intent);
        const given = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
        if (given.data.some(({ metadata }) => metadata?.description === description)) return;
        await stripe.refunds.create({
          payment_intent: intent,
          amount: Math.round(invoice.amount_paid * share),
          reason: 'requested_by_customer',
          metadata: { description },
        });
      }),

    /** Sets the expiry of a card to the month of `date` (UTC), as banks report it to Stripe. */
    expireWith: (paymentMethodId: string, date: Date): Promise<void> =>
      translated(async () => {
        const card = { exp_month: date.getUTCMonth() + 1, exp_year: date.getUTCFullYear() };
        await (await client()).paymentMethods.update(paymentMethodId, { card });
      }),

    /** Grants a credit, which pays the next invoices. @param amount cents. */
    grantCredit: (customerId: string, amount: number, description: string): Promise<void> =>
      translated(async () => {
        const stripe = await client();
        for await (const change of stripe.customers.listBalanceTransactions(customerId, { limit: 100 })) {
          if (change.description === description) return;
        }
        await stripe.customers.createBalanceTransaction(customerId, { amount: -amount, currency: 'usd', description });
      }),
  };
}

function intentId(intent: string | Stripe.PaymentIntent | undefined): string {
  if (!intent) throw new Error('The invoice was not paid by card');
  return typeof intent === 'string' ? intent : intent.id;
}
