import type { InvoiceDetail, Locale } from '@portico/contract';
import { z } from 'zod';
import type { Database, Queryable } from '../../db/database.ts';
import { enqueue, type JobDefinition } from '../../jobs/queue.ts';
import { readTaxAmounts } from '../../stripe/index.ts';
import type { InvoicesContext } from './invoices.context.ts';
import { describeTax } from './invoices.preview.ts';
import { findTaxRates, insertTaxRate } from './tax-rates.queries.ts';

const payload = z.object({ ids: z.array(z.string()) });
type Payload = z.infer<typeof payload>;

const job = { name: 'invoice-tax-rates', maxAttempts: 10 } as const;

/** Has a job read what the taxes of new invoices are called, in the transaction that stores them (INV-31). */
export function followTaxRates({ gateway }: Pick<InvoicesContext, 'gateway'>): void {
  gateway.mirror.onBilled((objects) => {
    const taxed = objects.filter(({ taxRateIds }) => taxRateIds.length > 0);
    if (taxed.length === 0) return undefined;
    return async (transaction, stored) => {
      const ids = taxed.filter(({ id }) => stored.has(id)).flatMap(({ taxRateIds }) => taxRateIds);
      await readMissing(transaction, ids);
    };
  });
}

/** Has a job read those of some rates that are not known. Rates that wait for the same reading join it. */
async function readMissing(on: Queryable, wanted: readonly string[]): Promise<ReadonlyMap<string, NamedRate>> {
  const ids = [...new Set(wanted)].sort();
  const known = await findTaxRates(on, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) await enqueue<Payload>(on, job, { ids: missing }, { key: `${job.name}:${missing.join()}` });
  return known;
}

type NamedRate = Awaited<ReturnType<typeof findTaxRates>> extends ReadonlyMap<string, infer Rate> ? Rate : never;

export function taxRateJob({ database, gateway }: Pick<InvoicesContext, 'database' | 'gateway'>): JobDefinition<never> {
  const reading: JobDefinition<Payload> = {
    ...job,
    run: async (input) => {
      for (const id of payload.parse(input).ids)
        await insertTaxRate(database.query, id, await gateway.taxRates.read(id));
    },
  };
  return reading as JobDefinition<never>;
}

/**
 * The taxes of an invoice by name and rate, each apart (INV-31). One that is not known yet is called tax, and a job learns its name.
 * @param data an invoice as the mirror keeps it
 */
export async function nameTaxes(database: Database, data: unknown, locale: Locale): Promise<InvoiceDetail['taxes']> {
  const taxes = readTaxAmounts(data);
  const known = await readMissing(
    database.query,
    taxes.flatMap(({ rateId }) => rateId ?? []),
  );
  return taxes.map(({ rateId, amount }) => {
    const rate = rateId === null ? undefined : known.get(rateId);
    return { description: describeTax({ rate }, locale), amount };
  });
}
