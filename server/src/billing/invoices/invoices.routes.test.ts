import type { InvoiceDetail, TimelineEvent } from '@portico/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { expectNotThere, openPayingAccount } from '../../../test/paying-account.ts';
import { waitForStripeEvents } from '../../../test/wait-for-stripe-events.ts';

let portal: FullPortal;
let owner: Browser;
let stranger: Browser;
let proxy: FaultyProxy;
let customer: string;
/** The invoice of a purchase with a coupon, and one with 150 lines. */
const invoices = { bought: '', long: '' };
const longLines = 150;

beforeAll(async () => {
  const opened = await openPayingAccount();
  ({ portal, owner, stranger, proxy } = opened);
  const item = { subscriptionPlanId: 'cloud-team', priceId: 'cloud-team-monthly', quantity: 2 };
  customer = await opened.buy('cloud', item, 'HALF');
  invoices.bought = String((await portal.stripe.invoices.list({ customer })).data[0]?.id);
  invoices.long = await makeLongInvoice();
  await waitForStripeEvents(portal);
}, 240_000);

/** Adds many single items, as a vendor does who bills usage item by item. */
async function makeLongInvoice(): Promise<string> {
  const draft = await portal.stripe.invoices.create({
    customer,
    collection_method: 'send_invoice',
    days_until_due: 30,
    auto_advance: false,
  });
  const invoice = String(draft.id);
  for (let from = 0; from < longLines; from += 10) {
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        portal.stripe.invoiceItems.create({
          customer,
          invoice,
          amount: 100 + from + at,
          currency: 'usd',
          description: `Item ${from + at}`,
        }),
      ),
    );
  }
  await portal.stripe.invoices.finalizeInvoice(invoice);
  await vi.waitFor(
    async () => {
      const details = (await owner.get(`/api/Subscription/invoices/${invoice}/Details`)).json();
      expect(details).toMatchObject({ status: 'open', lines: { total: longLines } });
    },
    { timeout: 60_000, interval: 200 },
  );
  return invoice;
}

const details = (id: string, query = '', browser = owner) =>
  browser.get(`/api/Subscription/invoices/${id}/Details${query}`);

describe('an invoice', () => {
  test('is shown with discounts, card and lines, without a call to Stripe', async () => {
    proxy.calls.length = 0;
    const response = await details(invoices.bought);
    expect(response.json<InvoiceDetail>()).toMatchObject({
      stripeId: invoices.bought,
      status: 'paid',
      paid: true,
      subtotal: 6_000,
      discount: 3_000,
      tax: 0,
      total: 3_000,
      amountDue: 3_000,
      amountPaid: 3_000,
      amountRemaining: 0,
      currency: 'usd',
      number: expect.any(String),
      invoicePdf: `/api/Subscription/invoices/${invoices.bought}/Pdf`,
      productName: 'Cloud',
      productId: 'cloud',
      creditApplied: 0,
      collection: 'charge',
      paidWith: { brand: 'visa', last4: '4242' },
      hostedInvoiceUrl: expect.stringContaining('http'),
      customerEmail: 'owner@acme.example',
      customerName: expect.any(String),
      customerPhone: null,
      customerTaxIds: [],
      customFields: [],
      customerAddress: {
        line1: '1 Calle Mayor',
        line2: null,
        city: 'Ciudad de México',
        postalCode: '01000',
        country: 'MX',
      },
      lines: {
        items: [{ quantity: 2, unitPrice: 3_000, amount: 6_000, isProration: false }],
        total: 1,
        totalPages: 1,
        page: 1,
        pageSize: 100,
      },
    });
    const { description, lines } = response.json<InvoiceDetail>();
    expect(description).toBe(lines.items[0]?.description);
    // A job lists events every five minutes, which does not count.
    expect(proxy.calls.filter((call) => call !== 'GET /v1/events')).toEqual([]);
  });

  test('is described with the catalog’s names in the user’s language on all screens', async () => {
    const french = { cookies: { portico_locale: 'fr' } };
    const paths = [`/api/Subscription/invoices/${invoices.bought}/Details`, '/api/Subscription/invoices?pageSize=100'];
    const [inDetail, inList] = await Promise.all(paths.map(async (path) => (await owner.get(path, french)).json()));
    const { items: held } = (await owner.get('/api/Subscription/list')).json();
    const ofSubscription = (await owner.get(`/api/Subscription/${held[0].id}/invoices`, french)).json();
    const caption = 'Cloud – Team, Monthly';
    expect([inDetail.description, inDetail.lines.items[0].description]).toEqual([caption, caption]);
    for (const { items } of [inList, ofSubscription])
      expect(items.find(({ stripeId }: { stripeId: string }) => stripeId === invoices.bought).description).toBe(
        caption,
      );
    // A line without a price of the catalog keeps its own description.
    const long = inList.items.find(({ stripeId }: { stripeId: string }) => stripeId === invoices.long);
    expect(long.description).toBe('Item 0');
  });

  test('is found by a part of its number or product, case-insensitively, and only by its account', async () => {
    const { number } = (await details(invoices.bought)).json<InvoiceDetail>();
    const find = async (text: string, browser = owner) =>
      (await browser.get(`/api/Subscription/invoices?text=${encodeURIComponent(text)}`)).json();
    const ids = (list: { items: { stripeId: string }[] }) => list.items.map(({ stripeId }) => stripeId);
    expect(ids(await find(number?.toLowerCase() ?? ''))).toEqual([invoices.bought]);
    expect(await find((number ?? '').slice(0, 4))).toMatchObject({ total: 2, page: 1 });
    for (const text of ['%', '_', 'nothing']) expect(await find(text), text).toMatchObject({ items: [], total: 0 });
    expect(await find(number ?? '', stranger)).toMatchObject({ items: [], total: 0 });
    expect(ids(await find('team, MONTH'))).toEqual([invoices.bought]);
    const { items } = (await owner.get('/api/Subscription/invoices?productId=cloud&status=paid')).json();
    expect(items).toMatchObject([{ stripeId: invoices.bought, productName: 'Cloud' }]);
  });

  test('has all its lines, even beyond Stripe’s first hundred', async () => {
    const [first, second] = await Promise.all([1, 2].map((page) => details(invoices.long, `?page=${page}`)));
    const lines = [first, second].flatMap((response) => response?.json<InvoiceDetail>().lines.items ?? []);
    expect(lines).toHaveLength(longLines);
    expect(new Set(lines.map(({ stripeId }) => stripeId)).size).toBe(longLines);
    const sum = lines.reduce((total, { amount }) => total + amount, 0);
    expect(first?.json()).toMatchObject({ total: sum, lines: { total: longLines, totalPages: 2, pageSize: 100 } });
    const whole = (await details(invoices.long, '?pageSize=400')).json<InvoiceDetail>().lines.items;
    expect(whole).toEqual(lines);
  });

  test('of another account is not found', async () => {
    for (const path of ['Details', 'Events', 'Pdf']) {
      const at = (id: string) => `/api/Subscription/invoices/${id}/${path}`;
      await expectNotThere(stranger, at(invoices.bought), at('in_missing'));
    }
  });

  test('can be downloaded by all users who may see it, as a PDF whose file name is the invoice number', async () => {
    const readOnly = await portal.signIn('readonly@acme.example');
    for (const id of [invoices.bought, invoices.long]) {
      const { invoicePdf, number } = (await details(id, '', readOnly)).json<InvoiceDetail>();
      const answer = await readOnly.get(String(invoicePdf));
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${number}.pdf"`,
        'cache-control': 'no-store',
      });
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  test('shows its figures but not its document while Stripe does not answer', async () => {
    proxy.decide = (_, path) => (path.startsWith('/v1/events') ? undefined : 'refuse');
    try {
      expect((await details(invoices.bought)).statusCode).toBe(200);
      const answer = await owner.get(`/api/Subscription/invoices/${invoices.bought}/Pdf`);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({
        code: 'ServiceUnavailable',
        message:
          'Documents of invoices come from the payment service, which is not responding right now. Please try again in a moment.',
      });
    } finally {
      proxy.decide = () => undefined;
    }
  }, 60_000);

  test('has a timeline with the events of its payment', async () => {
    await vi.waitFor(
      async () => {
        const { items } = (await owner.get(`/api/Subscription/invoices/${invoices.bought}/Events`)).json<{
          items: TimelineEvent[];
        }>();
        expect(items.map(({ typeDescription }) => typeDescription)).toEqual(
          expect.arrayContaining(['Invoice was paid', 'Payment succeeded', 'Card was charged']),
        );
      },
      { timeout: 50_000 },
    );
  });
});

describe('pending invoices', () => {
  const pending = async (query = '', browser = owner) =>
    (await browser.get(`/api/Subscription/invoices/pending${query}`)).json();

  test('are drafts, open invoices and pending items', async () => {
    const draft = await portal.stripe.invoices.create({ customer, auto_advance: false });
    const item = await portal.stripe.invoiceItems.create({
      customer,
      amount: 700,
      currency: 'usd',
      description: 'On-site training',
    });
    const found = await vi.waitFor(
      async () => {
        const answer = await pending();
        expect(answer).toMatchObject({ total: 2, pendingItemsTotal: 700 });
        return answer;
      },
      { timeout: 50_000 },
    );
    const open = found.items.find(({ stripeId }: { stripeId: string }) => stripeId === invoices.long);
    expect(open).toMatchObject({
      status: 'open',
      amountPaid: 0,
      amountRemaining: open.amountDue,
      accountName: 'Veriscan',
      dueDate: expect.any(String),
      hostedInvoiceUrl: expect.stringContaining('http'),
    });
    expect(found.items.find(({ stripeId }: { stripeId: string }) => stripeId === draft.id)).toMatchObject({
      status: 'draft',
      amountDue: 0,
    });
    // The items of the long invoice are no longer pending.
    expect(found.pendingItems).toEqual([
      { stripeId: item.id, description: 'On-site training', amount: 700, currency: 'usd', created: expect.any(String) },
    ]);
    expect(await pending('?pageSize=1&page=2')).toMatchObject({ total: 2, totalPages: 2, items: [expect.anything()] });
    expect(await pending('', stranger)).toMatchObject({ total: 0, items: [], pendingItems: [], pendingItemsTotal: 0 });
  });

  test('are empty after payment', async () => {
    await portal.stripe.invoices.pay(invoices.long, { paid_out_of_band: true });
    await vi.waitFor(
      async () => {
        const { items } = await pending();
        expect(items.map(({ stripeId }: { stripeId: string }) => stripeId)).not.toContain(invoices.long);
      },
      { timeout: 50_000 },
    );
  });
});
