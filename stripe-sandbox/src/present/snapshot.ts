import type Stripe from 'stripe';

const LINES_SHOWN = 10;

/**
 * The API form of a stored object without expansions. Invoices and credit notes show their first ten lines; the rest
 * has a list call. Coupons show `applies_to` only on request.
 */
export function presentSnapshot(data: object): object {
  const { object } = data as { object?: string };
  if (object === 'coupon' && 'applies_to' in data) {
    const { applies_to: _, ...shown } = data;
    return shown;
  }
  if ((object !== 'invoice' && object !== 'credit_note') || 'deleted' in data) return data;
  const { lines } = data as Stripe.Invoice | Stripe.CreditNote;
  // A preview shows all its lines, because they have no list call.
  if (lines.data.length <= LINES_SHOWN || lines.data[0]?.id.startsWith('il_tmp_')) return data;
  return { ...data, lines: { ...lines, data: lines.data.slice(0, LINES_SHOWN), has_more: true } };
}
