import type Stripe from 'stripe';
import { invalidRequest, noSuch } from '../errors.ts';
import { list, text } from '../parameters.ts';
import type { Work } from '../storage/work.ts';
import { allTaxRates } from './tax.ts';

/** The parameters `tax_rates[]` and `default_tax_rates[]`: ids. */
export const taxRateList = list(text(), 5);

const BUILT_IN = new Map(allTaxRates().map((rate) => [rate.id, rate]));

/** A tax rate that a call created, or a rate of the automatic tax table. Undefined for any other id. */
export async function findTaxRate(work: Work, id: string): Promise<Stripe.TaxRate | undefined> {
  return (await work.find('tax_rate', id)) ?? BUILT_IN.get(id);
}

/** The rates with these ids, in order. Throws Stripe's 'No such tax rate' with `param`. */
export async function taxRatesOf(work: Work, ids: string[], param: string): Promise<Stripe.TaxRate[]> {
  const rates: Stripe.TaxRate[] = [];
  for (const id of ids) {
    const rate = await findTaxRate(work, id);
    if (rate === undefined) throw noSuch('tax_rate', id, param);
    rates.push(structuredClone(rate));
  }
  return rates;
}

/** The rates that a call applies: they must be known and active. Throws when automatic tax is on. */
export async function chosenRates(
  work: Work,
  ids: string[] | null,
  given: { param: string; automaticTax: boolean },
): Promise<Stripe.TaxRate[]> {
  const rates = await taxRatesOf(work, ids ?? [], given.param);
  if (rates.length > 0 && given.automaticTax) {
    throw invalidRequest(`You cannot set \`${given.param}\` when \`automatic_tax[enabled]\` is true.`, {
      param: given.param,
    });
  }
  const archived = rates.find(({ active }) => !active);
  if (archived !== undefined) {
    throw invalidRequest(`The tax rate ${archived.id} is inactive and cannot be applied.`, { param: given.param });
  }
  return rates;
}
