import { millisecondsInDay } from 'date-fns/constants';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FullPortal, startFullPortal } from '../../../test/full-portal.ts';

const operator = 'operator@portico.example';
const api = '/api/dev/stripe';

/** A customer who pays for a subscription each month. */
async function subscribe({ customers, prices, subscriptions }: FullPortal['stripe']) {
  const card = 'pm_card_visa';
  const customer = await customers.create({
    name: 'Clocked',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  });
  const price = await prices.create({
    currency: 'usd',
    unit_amount: 900,
    recurring: { interval: 'month' },
    product_data: { name: 'Gold' },
  });
  return {
    customer,
    subscription: await subscriptions.create({ customer: customer.id, items: [{ price: price.id }] }),
  };
}

describe('the sandbox page in demo mode', async () => {
  const { stripe, signIn } = await startFullPortal({ mode: 'demo' });
  const browser = await signIn(operator);
  const getClock = async (id: string) => (await browser.get(`${api}/Clocks/${id}`)).json();

  test('is served to signed-in users, and offers its functions only to operators', async () => {
    const { response, preloaded } = await browser.open('/dev/stripe');
    expect(response.statusCode).toBe(200);
    expect(preloaded.hasSandboxPage).toBe(true);
    const owner = await signIn('owner@acme.example');
    expect((await owner.open('/dev/stripe')).preloaded.hasSandboxPage).toBe(false);
    const visitor = await new Browser(browser.app).get('/dev/stripe', { headers: { accept: 'text/html' } });
    expect(visitor.statusCode).toBe(302);
    expect(visitor.headers.location).toBe('/login?ReturnUrl=%2Fdev%2Fstripe');
    expect((await browser.get('/dev/other', { headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });

  test('answers only under the portal’s own host name, not under a name that an attacker points at it', async () => {
    const under = (host: string) => browser.get(`${api}/ObjectTypes`, { headers: { host } });
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      expect((await under(host)).statusCode, host).toBe(200);
    }
    for (const host of ['attacker.example:3000', 'localhost.attacker.example', '127.0.0.1.nip.example']) {
      expect((await under(host)).statusCode, host).toBe(403);
    }
  });

  test.each(['/login', '/LoginWithMFA'])(
    'the portal refuses %s under another host name, without a cookie and in the caller’s language',
    async (url) => {
      const name = 'evil.example:3710';
      const headers = {
        host: name,
        origin: `http://${name}`,
        'x-forwarded-host': 'localhost',
        'accept-language': 'fr',
      };
      const answer =
        url === '/login'
          ? await browser.app.inject({ url, headers })
          : await browser.app.inject({ method: 'POST', url, headers, payload: {} });
      expect(answer.statusCode).toBe(403);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.body).toContain('PUBLIC_URL');
      expect(answer.body).toContain('démonstration');
      expect(answer.cookies).toEqual([]);
    },
  );

  test('lists objects by type in pages, and shows one as the API returns it', async () => {
    for (const name of ['One', 'Two', 'Three']) await stripe.customers.create({ name });
    expect((await browser.get(`${api}/ObjectTypes`)).json().items).toContain('customer');
    const first = (await browser.get(`${api}/Objects?type=customer&pageSize=2`)).json();
    expect(first).toMatchObject({
      items: [{ label: 'Three', type: 'customer', status: null }, { label: 'Two' }],
      hasMore: true,
    });
    const rest = (
      await browser.get(`${api}/Objects?type=customer&pageSize=2&startingAfter=${first.items[1].id}`)
    ).json();
    expect(rest.items[0].label).toBe('One');
    const { json, ...about } = (await browser.get(`${api}/Objects/${first.items[0].id}`)).json();
    expect(about).toEqual({
      id: first.items[0].id,
      type: 'customer',
      isDeleted: false,
      clockId: null,
      dueAt: null,
    });
    expect(JSON.parse(json)).toMatchObject({ object: 'customer', name: 'Three' });
    expect((await browser.get(`${api}/Objects?type=Customer%20`)).statusCode).toBe(400);
  });

  test('a customer’s clock renews subscriptions when it advances, and can run in real time', async () => {
    const { customer, subscription } = await subscribe(stripe);
    const listed = (await browser.get(`${api}/Objects?type=customer&inRealTime=true&pageSize=100`)).json();
    expect(listed.items.map(({ id }: { id: string }) => id)).toContain(customer.id);

    const made = (await browser.post(`${api}/Clocks`, { customerId: customer.id })).json();
    expect(made).toMatchObject({
      isRunning: true,
      customers: [{ id: customer.id, label: 'Clocked' }],
      customersTotal: 1,
      nextDue: { id: subscription.id, type: 'subscription' },
    });
    expect((await browser.get(`${api}/Clocks`)).json().items[0].id).toBe(made.id);
    expect((await browser.post(`${api}/Clocks`, { customerId: customer.id })).statusCode).toBe(422);

    const advancing = (await browser.post(`${api}/Clocks/${made.id}/Advance`, { months: 1 })).json();
    expect(advancing.status).toBe('advancing');
    await expect.poll(async () => (await getClock(made.id)).status, { timeout: 50_000 }).toBe('ready');
    const clock = await getClock(made.id);
    expect(Date.parse(clock.time) - Date.now()).toBeGreaterThan(27 * millisecondsInDay);
    await browser.post(`${api}/Clocks/${made.id}/Advance`, { days: 1 });
    await expect.poll(async () => (await getClock(made.id)).status, { timeout: 50_000 }).toBe('ready');
    const events = (await browser.get(`${api}/Events?related=${subscription.id}&type=invoice.*`)).json();
    expect(events.items.map(({ type }: { type: string }) => type)).toContain('invoice.paid');
    expect(events.items[0]).toMatchObject({ isFromRequest: false, deliveries: [] });

    const stopped = (await browser.post(`${api}/Clocks/${made.id}/Running`, { isRunning: false })).json();
    expect(stopped.isRunning).toBe(false);
    const back = await browser.post(`${api}/Clocks/${made.id}/Advance`, { to: '2020-01-01T00:00:00Z' });
    expect(back.statusCode).toBe(422);
    expect(back.json().message).toContain('must be later');
    expect((await browser.post(`${api}/Clocks/${made.id}/Advance`, { days: 1, months: 1 })).statusCode).toBe(422);
    expect((await browser.post(`${api}/Clocks/${made.id}/Advance`, {})).statusCode).toBe(422);
  });

  test('delivers events again', async () => {
    await stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9/hook', enabled_events: ['product.created'] });
    await stripe.products.create({ name: 'Told' });
    const [event] = (await browser.get(`${api}/Events?type=product.created`)).json().items;
    expect(event).toMatchObject({ objectType: 'product', isFromRequest: true, deliveries: [{ status: 'waiting' }] });
    expect((await browser.post(`${api}/Events/${event.id}/Redeliver`, {})).json()).toEqual({ deliveries: 1 });
  });

  test('adds, applies, lists and removes faults', async () => {
    const fault = (
      await browser.post(`${api}/Faults`, { kind: 'fail', prefix: '/v1/coupons', status: 503, times: 5 })
    ).json();
    expect(fault).toMatchObject({ kind: 'fail', method: null, status: 503, times: 5 });
    await expect(stripe.coupons.list(undefined, { maxNetworkRetries: 0 })).rejects.toMatchObject({ statusCode: 503 });
    expect((await browser.get(`${api}/Faults`)).json().items).toMatchObject([{ id: fault.id, times: 4 }]);
    expect((await browser.send('DELETE', `${api}/Faults/${fault.id}`)).statusCode).toBe(200);
    expect((await browser.get(`${api}/Faults`)).json().items).toEqual([]);
    expect((await browser.post(`${api}/Faults`, { kind: 'surprise' })).statusCode).toBe(422);
  });
});

describe('the sandbox page in production', async () => {
  const { signIn } = await startFullPortal();
  const browser = await signIn(operator);

  test('does not exist, and neither do its endpoints, even for operators', async () => {
    expect((await browser.open('/')).preloaded.hasSandboxPage).toBe(false);
    expect((await browser.get('/dev/stripe', { headers: { accept: 'text/html' } })).statusCode).toBe(404);
    for (const path of ['ObjectTypes', 'Objects?type=customer', 'Events', 'Clocks', 'Faults']) {
      expect((await browser.get(`${api}/${path}`)).statusCode, path).toBe(404);
    }
    expect((await browser.post(`${api}/Faults`, { kind: 'fail' })).statusCode).toBe(404);
    expect((await browser.get('/api/openapi.json')).body).not.toContain('/api/dev/');
  });
});

describe('a customer on a clock', () => {
  test('is mirrored with all of the customer’s objects as they are at Stripe', { timeout: 180_000 }, async () => {
    const { stripe, signIn, database } = await startFullPortal({ mode: 'demo', queue: true });
    const browser = await signIn(operator);
    const { customer } = await subscribe(stripe);
    await stripe.invoiceItems.create({ customer: customer.id, amount: 100, currency: 'usd' });
    /** The clocks of the customer's mirrored objects. */
    const clocks = async () => {
      const { rows } = await database.pool.query(
        `select 'customer' as type, data ->> 'test_clock' as clock from stripe_customers where id = $1
         union all select 'invoice', data ->> 'test_clock' from stripe_invoices where customer_id = $1
         union all select 'item', data ->> 'test_clock' from stripe_invoice_items where customer_id = $1
         union all select 'subscription', data ->> 'test_clock' from stripe_subscriptions where customer_id = $1
         order by type`,
        [customer.id],
      );
      return rows.map(({ type, clock }) => `${type} ${clock}`);
    };
    const all = (clock: string) => ['customer', 'invoice', 'item', 'subscription'].map((type) => `${type} ${clock}`);
    await expect.poll(clocks, { timeout: 60_000 }).toEqual(all('null'));
    const { id } = (await browser.post(`${api}/Clocks`, { customerId: customer.id })).json();
    await expect.poll(clocks, { timeout: 60_000 }).toEqual(all(id));
  });
});
