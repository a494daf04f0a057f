import type { ShippingDetails } from '@portico/contract';
import { beforeAll, expect, test } from 'vitest';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';
import { attach, newPerson, type Person } from '../../../test/operation-person.ts';
import { settled } from '../../../test/settled.ts';
import { basic, buy, type Selection, team } from './purchase.test-support.ts';

let portal: FullPortal;

beforeAll(async () => {
  portal = await startFullPortal({ queue: true });
});

const at = (address: Pick<ShippingDetails['address'], 'city' | 'country' | 'postalCode' | 'state'>) => ({
  name: 'Casey Quinn',
  address: { line1: '1 Main Street', ...address },
});
const untaxed = at({ city: 'Portland', state: 'OR', postalCode: '97201', country: 'US' });
const taxed = at({ city: 'Berlin', postalCode: '10115', country: 'DE' });
const seats = (quantity: number) => ({ items: team.items.map((item) => ({ ...item, quantity })) });

const quote = (person: Person, product: string, selection: Selection, shippingDetails: ShippingDetails) =>
  person.browser.post(`/api/Products/${product}/PreviewPurchase`, { ...selection, shippingDetails });

async function buys(person: Person, product: string, selection: Selection, shippingDetails: ShippingDetails) {
  const bought = await buy(person.browser, product, selection, await attach(person, 'pm_card_visa'), {
    shippingDetails,
  });
  expect(bought.json(), bought.body).toMatchObject({ status: 'succeeded' });
}

const balanceOf = async ({ customerId }: Person) => {
  const customer = await portal.stripe.customers.retrieve(customerId);
  return customer.deleted ? undefined : customer.balance;
};

test('time that was charged without tax is given back without tax, wherever the customer bought something since', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), untaxed);
  await buys(person, 'desktop', basic, taxed);
  await settled(portal);
  const { subscriptionUpdateInvoiceDetails: now } = (await quote(person, 'cloud', seats(1), taxed)).json();
  // Three seats at 3,000 cents are given back, and one is charged with 19 % of tax.
  expect(now).toMatchObject({ total: -9000 + 3000 + 570 });
  await buys(person, 'cloud', seats(1), taxed);
  expect(await balanceOf(person)).toBe(-9000 + 3570);
});

test('who moves can reduce at the new address, and gets the tax back that was charged', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), taxed);
  await settled(portal);
  await buys(person, 'cloud', seats(2), untaxed);
  expect(await balanceOf(person)).toBe(-(9000 + 1710) + 6000);
});

test('credits that carry another tax than was charged are refused at the address, and nothing is changed', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), taxed);
  await settled(portal);
  const { rowCount } = await portal.database.pool.query(
    "update stripe_invoice_lines set data = jsonb_set(data, '{taxes}', '[]') where customer_id = $1",
    [person.customerId],
  );
  expect(rowCount).toBe(1);
  for (const place of [taxed, untaxed]) {
    const refused = await quote(person, 'cloud', seats(1), place);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { shippingDetails: [expect.stringContaining('the tax of the place where it was charged')] },
    });
  }
  expect((await quote(person, 'cloud', seats(4), untaxed)).statusCode).toBe(422);
});

test('where it is not known what was charged, a credit is reckoned at the place of the last purchase only', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), untaxed);
  await settled(portal);
  await portal.database.pool.query('delete from stripe_invoice_lines where customer_id = $1', [person.customerId]);
  expect((await quote(person, 'cloud', seats(1), taxed)).statusCode).toBe(422);
  expect((await quote(person, 'cloud', seats(1), untaxed)).statusCode).toBe(200);
});

test('another account’s invoices say nothing of what was charged', async () => {
  const person = await newPerson(portal);
  await buys(person, 'cloud', seats(3), untaxed);
  await settled(portal);
  const other = await newPerson(portal);
  await portal.database.pool.query('update stripe_invoice_lines set customer_id = $2 where customer_id = $1', [
    person.customerId,
    other.customerId,
  ]);
  expect((await quote(person, 'cloud', seats(1), taxed)).statusCode).toBe(422);
});
