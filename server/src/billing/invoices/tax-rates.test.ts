import { beforeAll, describe, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { newPerson, type Person } from '../../../test/operation-person.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

let portal: FullPortal;
let person: Person;

beforeAll(async () => {
  portal = await startFullPortal({ queue: true });
  person = await newPerson(portal);
});

/** An invoice of $60.00 with the sales taxes of Quebec. @returns its id, once the mirror has it */
async function bill(): Promise<string> {
  const rates = await Promise.all(
    [
      ['GST', 5],
      ['QST', 9.975],
    ].map(([name, percentage]) =>
      portal.stripe.taxRates.create({
        display_name: String(name),
        percentage: Number(percentage),
        inclusive: false,
      }),
    ),
  );
  await portal.stripe.invoiceItems.create({ customer: person.customerId, amount: 6_000, currency: 'usd' });
  const { id = '' } = await portal.stripe.invoices.create({
    customer: person.customerId,
    pending_invoice_items_behavior: 'include',
    default_tax_rates: rates.map((rate) => rate.id),
  });
  await portal.app.gateway.mirror.refresh('invoice', id);
  return id;
}

const listTaxes = async (id: string, locale = 'en') => {
  const path = `/api/Subscription/invoices/${id}/Details`;
  const { tax, taxes } = (await person.browser.get(path, { cookies: { portico_locale: locale } })).json();
  return { tax, taxes };
};

const named = {
  tax: 899,
  taxes: [
    { description: 'GST (5%)', amount: 300 },
    { description: 'QST (9.975%)', amount: 599 },
  ],
};

describe('the taxes of an invoice', () => {
  test('are shown separately with names and rates in the user’s language (INV-31)', async () => {
    const id = await bill();
    await expect.poll(() => listTaxes(id), { timeout: 20_000 }).toEqual(named);
    expect((await listTaxes(id, 'fr')).taxes).toEqual([
      { description: expect.stringMatching(/^TPS \(5\s%\)$/), amount: 300 },
      { description: expect.stringMatching(/^TVQ \(9,975\s%\)$/), amount: 599 },
    ]);
  });

  test('are called “Tax” until their names are known, which viewing the invoice triggers', async () => {
    const id = await bill();
    await expect.poll(() => listTaxes(id), { timeout: 20_000 }).toEqual(named);
    // A later webhook would fetch the names again.
    await waitForStripeEvents(portal);
    await portal.database.pool.query('delete from stripe_tax_rates');
    expect(await listTaxes(id)).toEqual({
      tax: 899,
      taxes: [
        { description: 'Tax', amount: 300 },
        { description: 'Tax', amount: 599 },
      ],
    });
    await expect.poll(() => listTaxes(id), { timeout: 20_000 }).toEqual(named);
  });

  test('are an empty list for an invoice without taxes', async () => {
    await portal.stripe.invoiceItems.create({ customer: person.customerId, amount: 2_000, currency: 'usd' });
    const { id = '' } = await portal.stripe.invoices.create({
      customer: person.customerId,
      pending_invoice_items_behavior: 'include',
    });
    await portal.app.gateway.mirror.refresh('invoice', id);
    expect(await listTaxes(id)).toEqual({ tax: 0, taxes: [] });
  });
});
