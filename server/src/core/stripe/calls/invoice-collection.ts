import type Stripe from 'stripe';
import type { StripeClient } from '../client.ts';
import { isRefusal, refetchIfReplayed, requiresAuthentication, translated } from '../errors.ts';
import type { Step } from '../step.ts';

/** The result of collecting an invoice. */
export interface Collection {
  /**
   * `sent`: the customer got it by email. `requiresAction`: the cardholder must authenticate on the invoice's page.
   * `refused`: it can no longer be paid.
   */
  readonly outcome: 'paid' | 'sent' | 'requiresAction' | 'refused';
  /** The page on which the invoice can be paid; null if it has none. */
  readonly hostedInvoiceUrl: string | null;
  readonly subscriptionId: string | null;
}

/** Collects open invoices. */
export function invoiceCollectionCalls(client: StripeClient) {
  return {
    /**
     * Collects an open invoice: sends it, or charges its card (INV-5).
     * @param since the time of the request; later events at Stripe show whether the invoice was sent.
     * @throws CardError if the card is declined. The invoice stays open (INV-6).
     */
    collect: async (invoiceId: string, since: Date, step: Step): Promise<Collection> => {
      const stripe = await client();
      const read = () => stripe.invoices.retrieve(invoiceId);
      const invoice = await translated(read);
      if (invoice.status === 'paid') return toCollection(invoice, 'paid');
      const call = (idempotencyKey: string) =>
        translated(async () => {
          const answer = await (invoice.collection_method === 'send_invoice'
            ? stripe.invoices.sendInvoice(invoiceId, {}, { idempotencyKey })
            : // The customer is present, so the bank may ask for authentication.
              stripe.invoices.pay(invoiceId, { off_session: false }, { idempotencyKey }));
          return refetchIfReplayed<Stripe.Invoice>(answer, read);
        });
      const lookUp = () =>
        translated(async () => {
          const now = await read();
          if (now.status !== 'open' && now.status !== 'draft') return now;
          const isSent = now.collection_method === 'send_invoice' && (await wasSent(stripe, invoiceId, since));
          return isSent ? now : undefined;
        });
      try {
        const answered = await step('collect', call, lookUp);
        return toCollection(answered, answered.status === 'paid' ? 'paid' : 'sent');
      } catch (error) {
        if (requiresAuthentication(error)) return toCollection(invoice, 'requiresAction');
        if (!isRefusal(error)) throw error;
        // The invoice was paid on its page meanwhile, or is no longer open.
        const now = await translated(read);
        return toCollection(now, now.status === 'paid' ? 'paid' : 'refused');
      }
    },
  };
}

/** Maximum difference between the portal's clock and Stripe's, in seconds. */
const clockDifference = 60;

/** Sending does not change the invoice; only the event shows that it was sent. */
async function wasSent(stripe: Stripe, invoiceId: string, since: Date): Promise<boolean> {
  const created = { gte: Math.floor(since.getTime() / 1_000) - clockDifference };
  for await (const event of stripe.events.list({ type: 'invoice.sent', created, limit: 100 })) {
    if ((event.data.object as { id?: string }).id === invoiceId) return true;
  }
  return false;
}

function toCollection(invoice: Stripe.Invoice, outcome: Collection['outcome']): Collection {
  const subscription = invoice.parent?.subscription_details?.subscription ?? null;
  return {
    outcome,
    hostedInvoiceUrl: invoice.hosted_invoice_url ?? null,
    subscriptionId: typeof subscription === 'string' ? subscription : (subscription?.id ?? null),
  };
}
