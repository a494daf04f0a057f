import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchChromium } from '../../test/chromium.ts';
import { readTexts } from '../../test/pdf.ts';
import { customerWithCard, expanded, monthly, useSandbox } from '../../test/sandbox.ts';
import { formatDate } from '../engine/money.ts';

// Cards are typed key by key.
vi.setConfig({ testTimeout: 240_000 });

const { sandbox, stripe } = await useSandbox();
const require = createRequire(import.meta.url);
const pure = readFileSync(
  require.resolve('@stripe/stripe-js').replace(/(?<=stripe-js.)(dist|lib).*$/, 'dist/pure.mjs'),
  'utf8',
);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; connect-src ${sandbox.url}">
</head><body><main><h1>Shop</h1><label for="card">Card</label><div id="card"></div><div id="number"></div><div id="expiry"></div><div id="cvc"></div></main>
<script src="${sandbox.url}/stripe.js"></script><script type="module" src="/page.js"></script></body></html>`;
const PAGE = `import { loadStripe } from '/pure.mjs';
const dark = { base: { color: '#e6e8f0', fontSize: '17px', '::placeholder': { color: '#8a90a6' } } };
window.stripe = await loadStripe('pk_test_sandbox');
const elements = stripe.elements();
window.card = elements.create('card', { style: dark, hidePostalCode: true });
window.changes = [];
card.on('change', (event) => changes.push(event));
card.on('ready', () => document.body.setAttribute('data-ready', ''));
card.mount('#card');
const french = stripe.elements({ locale: 'fr' });
window.number = french.create('cardNumber');
number.mount('#number');
french.create('cardExpiry').mount('#expiry');
french.create('cardCvc').mount('#cvc');`;

const shop = createServer((request, response) => {
  const script = request.url === '/page.js' ? PAGE : request.url === '/pure.mjs' ? pure : null;
  response.setHeader('content-type', script === null ? 'text/html' : 'text/javascript');
  response.end(script ?? HTML);
}).listen(0, '127.0.0.1');
afterAll(() => shop.close());

let browser: Browser;
let page: Page;
const warnings: string[] = [];
beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) warnings.push(message.text());
  });
  const address = shop.address();
  await page.goto(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`);
  await page.waitForSelector('[data-ready]');
});
afterAll(() => browser.close());

const field = () => page.frameLocator('#card iframe');
async function type(number: string): Promise<void> {
  const typed = field().getByLabel('Credit or debit card number');
  // The frame receives the message shortly after its page sent it.
  await page.evaluate('card.clear()');
  await expect.poll(() => typed.inputValue()).toBe('');
  await typed.click();
  await page.keyboard.type(`${number}1240123`);
}
const run = (script: string) =>
  page.evaluate(`(async () => { ${script} })()`) as Promise<Record<string, Record<string, unknown>>>;

test('loads stripe.js without a version warning from its loader', async () => {
  const { version } = createRequire(import.meta.url)('@stripe/stripe-js/package.json') as { version: string };
  expect(pure).toContain(`version: "${version}"`);
  expect(await page.evaluate('Stripe.version')).toBe('endive');
  expect(warnings).toEqual([]);
});

test('creates a payment method from a typed card and keeps the number in the frame', async () => {
  await type('4242424242424242');
  expect(await field().getByLabel('Credit or debit card number').inputValue()).toBe('4242 4242 4242 4242');
  expect(await field().getByLabel('Credit or debit card expiration date').inputValue()).toBe('12 / 40');
  await expect
    .poll(() => page.evaluate('changes.at(-1)'))
    .toMatchObject({ elementType: 'card', complete: true, brand: 'visa' });
  expect(await page.locator('#card').getAttribute('class')).toContain('StripeElement--complete');
  const { paymentMethod, error } = await run(
    `return stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Jenny' } })`,
  );
  expect(error).toBeUndefined();
  expect(paymentMethod).toMatchObject({ card: { last4: '4242', exp_year: 2040 }, billing_details: { name: 'Jenny' } });
  const { token } = await run('return stripe.createToken(card)');
  expect(token).toMatchObject({ object: 'token' });
});

test('rejects invalid and real card numbers in the frame', async () => {
  await type('4242424242424241');
  await expect.poll(() => page.evaluate('changes.at(-1).error?.message')).toBe('Your card number is invalid.');
  await type('4111111111111111');
  await expect.poll(() => page.evaluate('changes.at(-1).error?.code')).toBe('test_mode_live_card');
  expect((await run('return stripe.createToken(card)')).error).toMatchObject({ code: 'test_mode_live_card' });
});

test('shares one card between separate fields in French', async () => {
  await page.frameLocator('#number iframe').getByRole('textbox').click();
  await page.keyboard.type('378282246310005');
  await page.frameLocator('#cvc iframe').getByRole('textbox').click();
  await page.keyboard.type('1234');
  const incomplete = await run(`return stripe.createPaymentMethod({ type: 'card', card: number })`);
  expect(incomplete.error).toMatchObject({
    code: 'incomplete_expiry',
    message: "La date d'expiration de votre carte est incomplète.",
  });
  await page.frameLocator('#expiry iframe').getByRole('textbox').click();
  await page.keyboard.type('740');
  const { paymentMethod } = await run(`return stripe.createPaymentMethod({ type: 'card', card: number })`);
  expect(paymentMethod).toMatchObject({ card: { brand: 'amex', exp_month: 7 } });
});

test('opens 3-D Secure over the page and returns its outcome', async () => {
  await type('4000002760003184');
  const challenge = page.frameLocator('[role="dialog"] iframe');
  const setup = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
  const confirmed = run(`return stripe.confirmCardSetup('${setup.client_secret}', { payment_method: { card } })`);
  await challenge.getByRole('button', { name: 'Complete' }).click();
  expect((await confirmed).setupIntent).toMatchObject({ status: 'succeeded' });

  const payment = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  });
  const failed = run(`return stripe.confirmCardPayment('${payment.client_secret}', { payment_method: { card } })`);
  await challenge.getByRole('button', { name: 'Fail' }).click();
  expect((await failed).error).toMatchObject({ code: 'payment_intent_authentication_failure' });
  await expect.poll(() => page.locator('[role="dialog"]').count()).toBe(0);
});

test('disables the buttons of its pages until the script that handles them is loaded', async () => {
  const paid = await customerWithCard(stripe, 'pm_card_chargeCustomerFail');
  const { latest_invoice } = await stripe.subscriptions.create({
    customer: paid.id,
    items: [{ price: (await monthly(stripe, 1000)).id }],
    expand: ['latest_invoice'],
  });
  const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
  const challenge = `${sandbox.url}/three_d_secure/redirect?client_secret=${intent.client_secret}`;
  const slow = await browser.newPage();
  for (const [address, script] of [
    [challenge, 'challenge.js'],
    [expanded(latest_invoice).hosted_invoice_url ?? '', 'invoice.js'],
  ] as const) {
    const { promise: comes, resolve: release } = Promise.withResolvers<void>();
    await slow.route(`**/${script}`, (route) => comes.then(() => route.continue()));
    await slow.goto(address, { waitUntil: 'commit' });
    await slow.getByRole('button').first().waitFor();
    const enabled = slow.locator('button:enabled');
    expect(await enabled.count(), script).toBe(0);
    release();
    await expect.poll(() => enabled.count(), { message: script }).toBe(await slow.locator('button').count());
  }
  await slow.close();
});

test('axe finds no accessibility problem in the card fields', async () => {
  for (const frame of page.frames()) {
    await frame.evaluate(`${axe}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
  }
  const found = (await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
  )) as unknown[];
  expect(found).toEqual([]);
});

test('pays an invoice on its hosted page and opens its PDF and receipt', async () => {
  const customer = await customerWithCard(stripe, 'pm_card_chargeCustomerFail');
  const gold = await monthly(stripe, 1000);
  const { id, latest_invoice } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: gold.id }],
    expand: ['latest_invoice'],
  });
  const invoice = expanded(latest_invoice);
  const hosted = await browser.newPage();
  await hosted.goto(invoice.hosted_invoice_url ?? '');
  const gaps = await hosted.evaluate<number[]>(
    '[...document.querySelectorAll("tbody td + td")].map((cell) => Number.parseFloat(getComputedStyle(cell).paddingLeft))',
  );
  expect(gaps).toHaveLength(2);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16);
  await hosted.evaluate(axe);
  expect(
    await hosted.evaluate('axe.run({ exclude: ["iframe"] }).then(({ violations }) => violations.map(({ id }) => id))'),
  ).toEqual([]);
  await hosted.frameLocator('#card iframe').getByLabel('Credit or debit card number').click();
  await hosted.keyboard.type('4242424242424242124012310115');
  await hosted.getByRole('button', { name: 'Pay $10.00' }).click();
  await hosted.getByRole('heading', { name: 'Invoice paid' }).waitFor();
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  const pdf = await fetch(invoice.invoice_pdf ?? '');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const content = Buffer.from(await pdf.arrayBuffer());
  expect(content.toString('latin1')).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);
  const texts = readTexts(content);
  expect(texts.slice(2, 4)).toEqual(['Invoice number', invoice.number]);
  const [line] = invoice.lines.data;
  const { start = 0, end = 0 } = line?.period ?? {};
  expect(texts.slice(texts.indexOf('Bill to'))).toEqual([
    ...['Bill to', 'Jenny Rosen', 'jenny@rosen.example', '$0.00 due'],
    ...['Description', 'Qty', 'Amount'],
    ...['1 × Gold (at $10.00 / month)', '1', '$10.00', `${formatDate(start)} – ${formatDate(end)}`],
    ...['Subtotal', '$10.00', 'Total', '$10.00', 'Amount paid', '-$10.00', 'Amount due', '$0.00'],
  ]);
  const [charge] = (await stripe.charges.list({ customer: customer.id, limit: 1 })).data;
  await hosted.goto(charge?.receipt_url ?? '');
  await hosted.getByText('visa ending in 4242').waitFor();
  expect((await fetch(`${sandbox.url}/invoices/${invoice.id}/wrong`)).status).toBe(404);
  await hosted.close();
});

test("keeps the label of a destroyed field's container", async () => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.evaluate(`{
    document.querySelector('main').insertAdjacentHTML('beforeend', '<label id="other" for="late">Later</label><div id="late"></div>');
    const late = stripe.elements().create('card');
    late.mount('#late');
    late.destroy();
    document.querySelector('#other').click();
    document.querySelectorAll('#other, #late').forEach((one) => one.remove());
  }`);
  expect(errors).toEqual([]);
});

test('accepts typing in a field that was moved within its page', async () => {
  await type('4242424242424242');
  // A pending call is rejected when its frame is gone.
  const { error } = await run(`
    const reading = stripe.createPaymentMethod({ type: 'card', card });
    document.querySelector('main').append(document.querySelector('#card'));
    return reading;
  `);
  expect(error).toMatchObject({ code: 'element_gone' });
  await expect.poll(() => page.locator('#card').getAttribute('class')).toContain('StripeElement--empty');
  await type('4242424242424242');
  await expect.poll(() => page.evaluate('changes.at(-1)')).toMatchObject({ complete: true, brand: 'visa' });
  const { paymentMethod } = await run(`return stripe.createPaymentMethod({ type: 'card', card })`);
  expect(paymentMethod).toMatchObject({ card: { last4: '4242' } });
});
