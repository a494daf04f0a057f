import { type ApiList, listPage, slice } from '../endpoint.ts';
import type { CustomerMemory } from '../engine/customer-time.ts';
import { NOT_CANCELED } from '../engine/subscription-shape.ts';
import { customerTax } from '../engine/tax.ts';
import type { Work } from '../storage/work.ts';

type Include = (work: Work, object: { id: string }) => Promise<object | null | undefined>;

/**
 * Fields that only `expand` adds to an object. Lists are the first ten entries of their list call. Sources are
 * always empty here.
 */
export const INCLUDES: Record<string, Record<string, Include>> = {
  charge: {
    refunds: (work, { id }) => listPage(work, 'refund', `/v1/charges/${id}/refunds`, { related: [id] }),
  },
  coupon: {
    applies_to: async (work, { id }) => (await work.find('coupon', id, { deleted: true }))?.applies_to,
  },
  customer: {
    subscriptions: (work, { id }) =>
      listPage(work, 'subscription', `/v1/customers/${id}/subscriptions`, {
        customer: id,
        match: { status: NOT_CANCELED },
      }),
    sources: async (_work, { id }) => none(`/v1/customers/${id}/sources`),
    tax: async (work, { id }) => {
      const customer = await work.get('customer', id);
      return customerTax(customer, work.internal<CustomerMemory>(id).ipAddress ?? null);
    },
    tax_ids: (work, { id }) => listPage(work, 'tax_id', `/v1/customers/${id}/tax_ids`, { customer: id }),
  },
  invoice: {
    confirmation_secret: async (work, { id }) => {
      const [payment] = await work.list('invoice_payment', { related: [id], match: { is_default: 'true' }, limit: 1 });
      const intentId = payment?.payment.payment_intent;
      if (typeof intentId !== 'string') return null;
      const intent = await work.find('payment_intent', intentId);
      return intent?.client_secret ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    },
    payments: async (work, { id }) => {
      const { data, hasMore } = slice(await work.paymentsOf(id), {}, 'invoice payment');
      return { object: 'list', data, has_more: hasMore, url: `/v1/invoice_payments?invoice=${id}` };
    },
  },
};

function none(url: string): ApiList<never> {
  return { object: 'list', data: [], has_more: false, url };
}
