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

/** Discounts that a night reads at most, each by a call. */
const mostANight = 500;
/** Years of invoices that are named: longer than books are kept open. */
const years = 10;

type Reading = Pick<InvoicesContext, 'database' | 'gateway'>;

/** Has a job read what the discounts of new invoices are, in the transaction that stores them (INV-29). */
export function followDiscounts({ gateway }: Pick<InvoicesContext, 'gateway'>): void {
  gateway.mirror.onBilled((objects) => {
    const discounted = objects.filter(({ discountIds }) => discountIds.length > 0);
    if (discounted.length === 0) return undefined;
    return async (transaction, stored) => {
      const found = discounted
        .filter(({ id }) => stored.has(id))
        .flatMap(({ id: invoiceId, discountIds }) => discountIds.map((id) => ({ id, invoiceId })));
      // Invoices of one subscription have the same discounts: each is read once.
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

export function discountJobs(context: Reading): JobDefinition<never>[] {
  const reading: JobDefinition<Payload> = {
    ...job,
    run: async (input) => readMissing(context, payload.parse(input).discounts),
  };
  const nightly: JobDefinition<never> = {
    name: 'invoice-discounts-missing',
    maxAttempts: 3,
    schedule: '41 3 * * *',
    run: async () => {
      const since = new Date();
      since.setUTCFullYear(since.getUTCFullYear() - years);
      await readMissing(context, await listMissingDiscounts(context.database.query, since, mostANight));
    },
  };
  return [reading as JobDefinition<never>, nightly];
}

/** Reads discounts that are not known. One invoice tells all of its own. */
async function readMissing({ database, gateway }: Reading, wanted: readonly MissingDiscount[]): Promise<void> {
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

/** A discount of an invoice with what it took off, in cents. */
export type NamedDiscount = InvoiceDetail['discounts'][number];

/** The discounts of invoices by the names that their readers know, in the order of `data` (INV-29). @param data invoices as the mirror keeps them */
export async function nameDiscounts(
  on: Queryable,
  catalog: Pick<Catalog, 'findByStripeCoupon'>,
  data: readonly unknown[],
  locale: Locale,
): Promise<NamedDiscount[][]> {
  const amounts = data.map(readDiscountAmounts);
  const known = await findDiscounts(on, [...new Set(amounts.flat().map(({ id }) => id))]);
  const coupons = await catalog.findByStripeCoupon([...known.values()].flatMap(({ couponId }) => couponId ?? []));
  const nameOf = ({ couponId, couponName, code }: InvoiceDiscount) => {
    const coupon = couponId === null ? undefined : coupons.get(couponId);
    return code ?? (coupon ? localize(coupon.name, locale) : couponName);
  };
  return amounts.map((ofInvoice) =>
    ofInvoice.map(({ id, amount }) => {
      const discount = known.get(id);
      if (!discount) return { name: null, percentOff: null, amountOff: null, amount };
      const { percentOff, amountOff } = discount;
      return { name: nameOf(discount), percentOff, amountOff, amount };
    }),
  );
}

/** A discount as a line says it: 'Discount SPRING25 (25% off)'. */
export function describeDiscount(
  { name, percentOff, amountOff }: Omit<NamedDiscount, 'amount'>,
  currency: string,
  locale: Locale,
): string {
  if (name === null) return translate(locale, 'invoice.discount');
  if (percentOff !== null)
    return translate(locale, 'invoice.discountOf', { name, off: formatPercent(percentOff / 100, locale, 2) });
  return amountOff === null
    ? translate(locale, 'invoice.discountNamed', { name })
    : translate(locale, 'invoice.discountOf', { name, off: formatMoney(amountOff, currency, locale) });
}
