import { expect, test } from 'vitest';
import { attachCard, fetchOrder, newPerson, type Person, quote, subscribe } from '../../../test/operation-person.ts';
import { openPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { findLiveOperation, runOperation } from '../../core/operations/index.ts';
import { buy, listLiveAtStripe, openSecondPortal, preview, shippingDetails, team } from './purchase.test-support.ts';

const { portal, proxy } = await openPortalBehindProxy();
/** Another portal on the same database, which calls Stripe without the proxy. */
const second = await openSecondPortal(portal);

const setTax = ({ customerId }: Person, taxExempt: 'none' | 'exempt') =>
  portal.stripe.customers.update(customerId, { tax_exempt: taxExempt });
const learn = ({ customerId }: Person) => portal.app.gateway.mirror.refresh('customer', customerId);

const german = {
  ...shippingDetails,
  address: { line1: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115', country: 'DE' },
};

/** Quotes without tax, at another address than Stripe has. @returns the purchase */
async function quotedUntaxed(person: Person) {
  await setTax(person, 'exempt');
  await learn(person);
  const more = { shippingDetails: german };
  const { taxTransactionId, subscriptionUpdateInvoiceDetails } = await preview(person.browser, 'cloud', team, more);
  expect(subscriptionUpdateInvoiceDetails.amountDue).toBe(3000);
  const paymentMethodId = await attachCard(person, 'pm_card_visa');
  return () =>
    person.browser.post('/api/Products/cloud/Purchase', { ...team, ...more, paymentMethodId, taxTransactionId });
}

async function expectRefused(person: Person, operationId: string): Promise<void> {
  await runOperation(portal.app.operations, operationId);
  expect((await fetchOrder(person, operationId)).json()).toMatchObject({
    status: 'failed',
    error: { code: 'PriceChanged' },
  });
  expect(await listLiveAtStripe(person)).toEqual([]);
}

test('judges a purchase by Stripe’s later state if its address call was not answered', async () => {
  const person = await newPerson(portal);
  const send = await quotedUntaxed(person);
  await setTax(person, 'none');
  proxy.decide = (method, path) => (method === 'POST' && path.startsWith('/v1/customers/') ? 'drop' : undefined);
  const { operationId, status } = (await send()).json();
  expect(status).toBe('pending');
  proxy.decide = () => undefined;
  await expectRefused(person, operationId);
});

test('judges a resumed purchase by the current facts', async () => {
  const person = await newPerson(portal);
  const send = await quotedUntaxed(person);
  proxy.decide = (method, path) => (method === 'POST' && path.startsWith('/v1/subscriptions') ? 'refuse' : undefined);
  const { operationId, status } = (await send()).json();
  expect(status).toBe('pending');
  // Simulates a process that stopped just before that call.
  await portal.database.pool.query(`update stripe_operations set attempts = attempts - 'subscription' where id = $1`, [
    operationId,
  ]);
  proxy.decide = () => undefined;
  await setTax(person, 'none');
  await learn(person);
  await expectRefused(person, operationId);
});

test.each([
  ['performed', 'drop', { status: 'succeeded', amountPaid: 3000 }, 2],
  ['never received', 'refuse', { status: 'failed', error: { code: 'PriceChanged' } }, 1],
] as const)(
  'reports the true outcome of a call that Stripe %s while a subscription was created outside the portal',
  async (_, fault, expected, runs) => {
    const person = await newPerson(portal);
    const card = await attachCard(person, 'pm_card_visa');
    proxy.decide = (method, path) => (method === 'POST' && path.startsWith('/v1/subscriptions') ? fault : undefined);
    const { operationId, status } = (await buy(person.browser, 'cloud', team, card)).json();
    expect(status).toBe('pending');
    proxy.decide = () => undefined;
    const { rows } = await portal.database.pool.query(
      "select request #>> '{quoted,terms,items,0,stripePriceId}' as price from stripe_operations where id = $1",
      [operationId],
    );
    await portal.stripe.subscriptions.create({ customer: person.customerId, items: [{ price: rows[0]?.price }] });
    await runOperation(portal.app.operations, operationId);
    expect((await fetchOrder(person, operationId)).json()).toMatchObject(expected);
    expect(await listLiveAtStripe(person)).toHaveLength(runs);
  },
);

test('keeps a change unsettled that another process found to require authentication', async () => {
  const person = await newPerson(portal);
  await subscribe(person);
  // Just before a renewal, Stripe is asked whether everything is paid.
  await portal.database.pool.query(
    "update subscriptions set expires_at = now() + interval '10 minutes' where account_id = $1",
    [person.accountId],
  );
  const authenticationCard = await attachCard(person, 'pm_card_authenticationRequired');
  const send = await quote(person, 3, authenticationCard);
  let other: ReturnType<typeof runOperation> | undefined;
  // The first process pauses there until another one has made the change.
  proxy.decide = async (method, path) => {
    if (method !== 'GET' || !path.startsWith('/v1/subscriptions/sub_') || other) return undefined;
    const live = await findLiveOperation(portal.database.query, person.accountId, 'cloud');
    other = runOperation(second.operations, live?.id ?? '');
    await other;
    return undefined;
  };
  expect((await send()).json()).toMatchObject({ status: 'requiresAction' });
  expect(await other).toMatchObject({ state: 'requires_action' });
});
