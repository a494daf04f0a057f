import { customerTax } from '../engine/tax.ts';
import { ALL } from '../storage/select.ts';
import type { Work } from '../storage/work.ts';

type Include = (work: Work, object: { id: string }) => Promise<unknown>;

/** Fields that an object only carries when `expand` names them, and how each is made. */
export const INCLUDES: Record<string, Record<string, Include>> = {
  charge: {
    refunds: async (work, { id }) => ({
      object: 'list',
      data: await work.list('refund', { related: [id], limit: ALL }),
      has_more: false,
      url: `/v1/charges/${id}/refunds`,
    }),
  },
  customer: {
    subscriptions: async (work, { id }) => ({
      object: 'list',
      data: (await work.list('subscription', { customer: id, limit: ALL })).filter(
        ({ status }) => status !== 'canceled' && status !== 'incomplete_expired',
      ),
      has_more: false,
      url: `/v1/customers/${id}/subscriptions`,
    }),
    sources: async (_work, { id }) => ({
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/customers/${id}/sources`,
    }),
    tax: async (work, { id }) => customerTax(await work.get('customer', id)),
    tax_ids: async (_work, { id }) => ({
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/customers/${id}/tax_ids`,
    }),
  },
  invoice: {
    confirmation_secret: async (work, { id }) => {
      const [payment] = await work.list('invoice_payment', { related: [id], match: { is_default: 'true' }, limit: 1 });
      const intentId = payment?.payment.payment_intent;
      if (typeof intentId !== 'string') return null;
      const intent = await work.find('payment_intent', intentId);
      return intent?.client_secret ? { client_secret: intent.client_secret, type: 'payment_intent' } : null;
    },
    payments: async (work, { id }) => ({
      object: 'list',
      data: await work.list('invoice_payment', { related: [id], limit: ALL }),
      has_more: false,
      url: `/v1/invoice_payments?invoice=${id}`,
    }),
  },
};
