import type { Config } from '../../core/config.ts';
import { findNextCharge, listHistoryInvoices, listIntentsOfInvoices } from '../invoices/unpaid.queries.ts';
import { type FailedCharge, findDeclines, listFailedCharges } from '../payments/charges.queries.ts';
import type { BillingFacts, PaymentEvent } from '../subscriptions/subscriptions.context.ts';
import { findUnpaid, presentUnpaid } from './unpaid.ts';

/** The maximum number of a subscription's invoices and failed tries in its history. */
const maxInvoices = 20;
const maxTries = 40;

export function createBillingFacts({ paymentRetries }: Pick<Config, 'paymentRetries'>): BillingFacts {
  return {
    ...facts,
    async findUnpaid(on, accountId, stripeSubscriptionId, session) {
      const [oldest] = await findUnpaid(on, accountId, { stripeSubscriptionIds: [stripeSubscriptionId] });
      return oldest ? presentUnpaid(oldest, session, paymentRetries) : null;
    },
  };
}

const facts: Omit<BillingFacts, 'findUnpaid'> = {
  async findUnpaidSubscriptions(on, accountId, stripeSubscriptionIds) {
    if (stripeSubscriptionIds.length === 0) return new Set();
    const unpaid = await findUnpaid(on, accountId, { stripeSubscriptionIds });
    return new Set(unpaid.flatMap(({ invoice }) => invoice.stripeSubscriptionId ?? []));
  },
  async listPaymentEvents(on, stripeSubscriptionId) {
    const invoices = await listHistoryInvoices(on, stripeSubscriptionId, maxInvoices);
    if (invoices.length === 0) return [];
    const intents = await listIntentsOfInvoices(
      on,
      invoices.map(({ id }) => id),
    );
    const ids = intents.flatMap(({ paymentIntentId }) => paymentIntentId ?? []);
    const failed = ids.length > 0 ? await listFailedCharges(on, ids, maxTries) : [];
    return toPaymentEvents(invoices, failed);
  },
  findNextCharge,
  findDeclines,
};

/** Failed tries and payments, the oldest first. */
export function toPaymentEvents(
  invoices: readonly { readonly amountPaid: number; readonly paidAt: Date | null }[],
  failed: readonly Pick<FailedCharge, 'at' | 'amount' | 'brand' | 'last4'>[],
): PaymentEvent[] {
  const paid = invoices.flatMap(({ paidAt, amountPaid: amount }): PaymentEvent[] =>
    paidAt && amount > 0 ? [{ kind: 'paid', at: paidAt, amount, card: null }] : [],
  );
  const refused = failed.map(
    ({ at, amount, brand, last4 }): PaymentEvent => ({
      kind: 'paymentFailed',
      at,
      amount,
      card: brand && last4 ? { brand, last4 } : null,
    }),
  );
  return [...paid, ...refused].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}
