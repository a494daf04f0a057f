import type { InvoiceRow, Subscription } from '@portico/contract';
import { ApiClient } from '../harness/api-client.ts';
import { createCustomer } from '../harness/customers.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

const product = 'veriscan-desktop';
const plan = 'veriscan-desktop-professional';
const price = 'veriscan-desktop-professional-monthly';
const cents = 4_900;

interface List<Item> {
  readonly items: Item[];
}

/** The customer's subscriptions in the portal, and the amounts that Stripe charged for them. */
async function compare(portal: Portal, email: string, password: string) {
  const client = await ApiClient.signIn(portal.url, email, password);
  const { items: subscriptions } = await client.call<List<Subscription>>('GET', '/api/Subscription/list');
  const { items: invoices } = await client.call<List<InvoiceRow>>('GET', '/api/Subscription/invoices');
  const stripeState = await readStripeState(portal.ports.sandbox, email);
  return {
    active: subscriptions.filter(({ status }) => status === 1).length,
    paid: invoices.filter(({ status }) => status === 'paid').reduce((total, invoice) => total + invoice.total, 0),
    unpaid: invoices.filter(({ status }) => status === 'open' || status === 'draft').length,
    stripeActive: stripeState.subscriptions.length,
    charges: stripeState.charges.map(({ amount }) => amount),
    stripePaid: stripeState.invoices.reduce((total, invoice) => total + invoice.amount_paid, 0),
    stripeUnpaid: stripeState.invoices.filter(({ status }) => status === 'open' || status === 'draft').length,
  };
}

const bought = {
  active: 1,
  paid: cents,
  unpaid: 0,
  stripeActive: 1,
  charges: [cents],
  stripePaid: cents,
  stripeUnpaid: 0,
};
const nothing = { active: 0, paid: 0, unpaid: 0, stripeActive: 0, charges: [], stripePaid: 0, stripeUnpaid: 0 };

test.describe.configure({ mode: 'serial' });

/** `operations.kills.test.ts` kills the portal at each step of each operation; this story also kills the sandbox. */
test.describe('a portal that is killed with its sandbox during a purchase', () => {
  test.setTimeout(480_000);

  test('sells and charges either one subscription or none, whenever it is killed', async ({ namedPortal }) => {
    const portal = await namedPortal('killed');
    for (const milliseconds of [20, 80]) {
      await test.step(`kills the portal ${milliseconds} ms after the order was sent`, async () => {
        const { email, password } = await createCustomer(databaseUrl(portal.dataDir));
        const client = await ApiClient.signIn(portal.url, email, password);
        const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
        const purchase = await client.quote(product, plan, price, card.stripeId);
        const sent = purchase.send().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        await portal.kill();
        const answer = await sent;
        await portal.startAgain();

        await expect
          .poll(
            async () =>
              [bought, nothing]
                .map((end) => JSON.stringify(end))
                .indexOf(JSON.stringify(await compare(portal, email, password))),
            {
              message: 'money and entitlement agree',
              timeout: 120_000,
              intervals: [250],
            },
          )
          .not.toBe(-1);
        if (answer?.status === 'succeeded') expect(await compare(portal, email, password)).toEqual(bought);

        // The customer does not know the outcome and orders again, which must result in one subscription that is paid once.
        await expect
          .poll(async () => (await purchase.send().catch(() => undefined))?.status, { timeout: 90_000 })
          .toBe('succeeded');
        expect(await compare(portal, email, password)).toEqual(bought);
      });
    }
  });
});

test('a portal that is stopped right after an order exits cleanly and quickly', async ({ namedPortal }) => {
  const portal = await namedPortal('killed');
  for (const milliseconds of [0, 20]) {
    const { email, password } = await createCustomer(databaseUrl(portal.dataDir));
    const client = await ApiClient.signIn(portal.url, email, password);
    const card = await client.addCard(`http://127.0.0.1:${portal.ports.sandbox}`);
    expect((await (await client.quote(product, plan, price, card.stripeId)).send()).status).toBe('succeeded');
    // Stripe's events about the order are on their way now.
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    expect(await portal.stop()).toEqual({ code: 0, endedCleanly: true });
    await portal.startAgain();
    expect(await compare(portal, email, password)).toEqual(bought);
  }
});
