import type { InvoiceDetail, Locale } from '@portico/contract';
import { z } from 'zod';
import type { Database, Queryable } from '../../core/db/database.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { readTaxAmounts } from '../../core/stripe/index.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { describeTax } from './invoices.preview.ts';
import { findTaxRates, insertTaxRate } from './tax-rates.queries.ts';

const payload = z.object({ ids: z.array(z.string()) });
type Payload = z.infer<typeof payload>;

const job = { name: 'invoice-tax-rates', maxAttempts: 10 } as const;

/** Enqueues a job for the unknown tax rates of new invoices, in the transaction that stores them (INV-31). */
export function onTaxRatesMirrored({ gateway }: Pick<InvoicesContext, 'gateway'>): void {
  gateway.mirror.onBilled((objects) => {
    const taxed = objects.filter(({ taxRateIds }) => taxRateIds.length > 0);
    if (taxed.length === 0) return undefined;
    return async (transaction, stored) => {
      const ids = new Set(taxed.filter(({ id }) => stored.has(id)).flatMap(({ taxRateIds }) => taxRateIds));
      const missing = await findMissingTaxRates(transaction, [...ids]);
      // The job has no key; otherwise transactions that store invoices with the same rate would wait for each other.
      if (missing.length > 0) await enqueue<Payload>(transaction, job, { ids: missing });
    };
  });
}

async function findMissingTaxRates(on: Queryable, ids: readonly string[]): Promise<string[]> {
  const known = await findTaxRates(on, ids);
  return ids.filter((id) => !known.has(id));
}

export function taxRateJob({ database, gateway }: Pick<InvoicesContext, 'database' | 'gateway'>): JobDefinition<never> {
  const reading: JobDefinition<Payload> = {
    ...job,
    run: async (input) => {
      // Another job may have stored some of them in the meantime.
      for (const id of await findMissingTaxRates(database.query, payload.parse(input).ids))
        await insertTaxRate(database.query, id, await gateway.taxRates.read(id));
    },
  };
  return reading as JobDefinition<never>;
}

/**
 * The taxes of an invoice with name and rate (INV-31). A tax with an unknown rate is called 'Tax', and a job fetches the rate.
 * @param data an invoice of the mirror
 */
export async function nameTaxes(database: Database, data: unknown, locale: Locale): Promise<InvoiceDetail['taxes']> {
  const taxes = readTaxAmounts(data);
  const ids = [...new Set(taxes.flatMap(({ rateId }) => rateId ?? []))];
  const known = await findTaxRates(database.query, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0)
    await enqueue<Payload>(database.query, job, { ids: missing }, { key: `${job.name}:${missing.join()}` });
  return taxes.map(({ rateId, amount }) => {
    const rate = rateId === null ? undefined : known.get(rateId);
    return { description: describeTax({ rate }, locale), amount };
  });
}
