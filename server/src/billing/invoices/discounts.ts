import type { InvoiceDetail, Locale } from '@portico/contract';
import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { formatMoney, formatPercent, localize, translate } from '../../core/messages/index.ts';
import { type InvoiceDiscount, readDiscountAmounts } from '../../core/stripe/index.ts';
import { findDiscounts, insertDiscounts, listMissingDiscounts, type MissingDiscount } from './discounts.queries.ts';
import type { InvoicesContext } from './invoices.context.ts';

const payload = z.object({ discounts: z.array(z.object({ id: z.string(), invoiceId: z.string() })) });
type Payload = z.infer<typeof payload>;

const job = { name: 'invoice-discounts', maxAttempts: 10 } as const;

/** The maximum number of discounts that are fetched per night, each by a call to Stripe. */
const maxPerNight = 500;
/** Older invoices are not completed; accounts are closed by then. */
const maxAgeYears = 10;

type DiscountContext = Pick<InvoicesContext, 'database' | 'gateway'>;

/** Enqueues a job for the unknown discounts of new invoices, in the transaction that stores them (INV-29). */
export function onDiscountsMirrored({ gateway }: Pick<InvoicesContext, 'gateway'>): void {
  gateway.mirror.onBilled((objects) => {
    const discounted = objects.filter(({ discountIds }) => discountIds.length > 0);
    if (discounted.length === 0) return undefined;
    return async (transaction, stored) => {
      const found = discounted
        .filter(({ id }) => stored.has(id))
        .flatMap(({ id: invoiceId, discountIds }) => discountIds.map((id) => ({ id, invoiceId })));
      // Invoices of one subscription share discounts, which are fetched once.
      const discounts = [...new Map(found.map((one) => [one.id, one])).values()];
      const known = await findDiscounts(
        transaction,
        discounts.map(({ id }) => id),
      );
      const missing = discounts.filter(({ id }) => !known.has(id));
      if (missing.length > 0) await enqueue<Payload>(transaction, job, { discounts: missing });
    };
  });
}

export function discountJobs(context: DiscountContext): JobDefinition<never>[] {
  const reading: JobDefinition<Payload> = {
    ...job,
    run: async (input) => fetchMissing(context, payload.parse(input).discounts),
  };
  const nightly: JobDefinition<never> = {
    name: 'invoice-discounts-missing',
    maxAttempts: 3,
    schedule: '41 3 * * *',
    run: async () => {
      const since = new Date();
      since.setUTCFullYear(since.getUTCFullYear() - maxAgeYears);
      await fetchMissing(context, await listMissingDiscounts(context.database.query, since, maxPerNight));
    },
  };
  return [reading as JobDefinition<never>, nightly];
}

/** Fetches discounts that are not stored. A call returns all discounts of an invoice. */
async function fetchMissing({ database, gateway }: DiscountContext, wanted: readonly MissingDiscount[]): Promise<void> {
  const known = new Set(
    (
      await findDiscounts(
        database.query,
        wanted.map(({ id }) => id),
      )
    ).keys(),
  );
  for (const { id, invoiceId } of wanted) {
    if (known.has(id)) continue;
    const read = await gateway.invoiceDiscounts.list(invoiceId);
    await insertDiscounts(database.query, read);
    for (const discount of read) known.add(discount.id);
  }
}

export type NamedDiscount = InvoiceDetail['discounts'][number];

/** The discounts of invoices with names that users know, in the order of `data` (INV-29). @param data invoices of the mirror */
export async function nameDiscounts(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripeCoupon'>,
  data: readonly unknown[],
  locale: Locale,
): Promise<NamedDiscount[][]> {
  const amounts = data.map(readDiscountAmounts);
  const known = await findDiscounts(on, [...new Set(amounts.flat().map(({ id }) => id))]);
  const coupons = await catalog.findByStripeCoupon([...known.values()].flatMap(({ couponId }) => couponId ?? []));
  const discountName = ({ couponId, couponName, code }: InvoiceDiscount) => {
    const coupon = couponId === null ? undefined : coupons.get(couponId);
    return code ?? (coupon ? localize(coupon.name, locale) : couponName);
  };
  return amounts.map((ofInvoice) =>
    ofInvoice.map(({ id, amount }) => {
      const discount = known.get(id);
      if (!discount) return { name: null, percentOff: null, amountOff: null, amount };
      const { percentOff, amountOff } = discount;
      return { name: discountName(discount), percentOff, amountOff, amount };
    }),
  );
}

/** Such as 'Discount SPRING25 (25% off)'. */
export function describeDiscount(
  { name, percentOff, amountOff }: Omit<NamedDiscount, 'amount'>,
  currency: string,
  locale: Locale,
  country: string | null,
): string {
  if (name === null) return translate(locale, 'invoice.discount');
  if (percentOff !== null)
    return translate(locale, 'invoice.discountOf', { name, off: formatPercent(percentOff / 100, locale, 2) });
  return amountOff === null
    ? translate(locale, 'invoice.discountNamed', { name })
    : translate(locale, 'invoice.discountOf', { name, off: formatMoney(amountOff, currency, locale, country) });
}
