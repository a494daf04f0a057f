import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { launchChromium } from '../../test/chromium.ts';
import { useSandbox } from '../../test/sandbox.ts';

/** Stripe's React package in a browser, from typing a card to the end of a payment. */
const { sandbox, stripe } = await useSandbox();
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main></main>
<script src="${sandbox.url}/stripe.js"></script><script type="module" src="/shop.js"></script></body></html>`;

// Cards are typed key by key.
vi.setConfig({ testTimeout: 240_000 });

let script = '';
const shop = createServer((request, response) => {
  const isScript = request.url === '/shop.js';
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(isScript ? script : HTML);
}).listen(0, '127.0.0.1');
afterAll(() => shop.close());

let browser: Browser;
beforeAll(async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('../../test/react-shop.js', import.meta.url)),
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await bundle.generate({ format: 'esm' });
  script = output[0].code;
  await bundle.close();
  browser = await launchChromium();
});
afterAll(() => browser.close());

interface Result {
  error?: { type: string; code: string; decline_code?: string; message: string; payment_intent?: { status: string } };
  paymentIntent?: { status: string };
  setupIntent?: { status: string };
}

interface Card {
  number?: string;
  expiry?: string;
  cvc?: string;
}

const englishTitles = [
  'Secure card number input frame',
  'Secure expiration date input frame',
  'Secure CVC input frame',
];
const frenchTitles = [
  'Cadre sécurisé pour la saisie du numéro de carte',
  "Cadre sécurisé pour la saisie de la date d'expiration",
  'Cadre sécurisé pour la saisie du code de sécurité CVC',
];

/** The shop in a page of its own. `sent` holds every request of the page and its frames. */
async function open(search = '') {
  const page: Page = await browser.newPage();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const address = shop.address();
  await page.goto(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/${search}`);
  await page.waitForSelector('[data-ready="true"]');
  const titles = search.includes('locale=fr') ? frenchTitles : englishTitles;
  const frame = (title: string) => page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');
  return {
    page,
    sent,
    async fill({ number = '4242424242424242', expiry = '1240', cvc = '123' }: Card) {
      for (const [index, value] of [number, expiry, cvc].entries()) {
        const input = frame(titles[index] ?? '');
        await input.click();
        await page.keyboard.press('Control+A');
        await page.keyboard.press('Delete');
        await page.keyboard.type(value);
      }
    },
    async pay(secret: string | null) {
      await page.getByLabel('Secret').fill(secret ?? '');
      await page.getByRole('status').evaluate((node) => node.setAttribute('data-old', node.textContent ?? ''));
      await page.getByRole('button', { name: 'Pay' }).click();
    },
    async result(): Promise<Result> {
      const status = page.getByRole('status');
      await expect.poll(() => status.textContent(), { timeout: 50_000 }).not.toBe('');
      return JSON.parse((await status.textContent()) ?? '');
    },
    challenge: page.frameLocator('[role="dialog"] iframe'),
  };
}

const payment = () =>
  stripe.paymentIntents.create({ amount: 1000, currency: 'usd', allowed_payment_method_types: ['card'] });

test('shows the reason of a decline and pays with another card in separate fields', async () => {
  const { fill, pay, result, page } = await open();
  const intent = await payment();
  for (const [number, code, declineCode] of [
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ] as const) {
    await fill({ number });
    await pay(intent.client_secret);
    const { error } = await result();
    expect(error).toMatchObject({ type: 'card_error', code, decline_code: declineCode });
    expect(error?.payment_intent?.status).toBe('requires_payment_method');
  }
  await fill({});
  await pay(intent.client_secret);
  expect((await result()).paymentIntent).toMatchObject({ status: 'succeeded' });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  await page.close();
});

test('shows errors of cards, payments and the connection in French', async () => {
  const { fill, pay, result, challenge, page } = await open('?locale=fr-CA');
  const { client_secret: secret } = await payment();
  const errorMessage = async () => (await result()).error?.message;
  for (const [card, message] of [
    [{ number: '424242' }, 'Le numéro de votre carte est incomplet.'],
    [{ number: '4242424242424241' }, "Le numéro de votre carte n'est pas valide."],
    [{ expiry: '1' }, "La date d'expiration de votre carte est incomplète."],
    [{ expiry: '1220' }, "L'année d'expiration de votre carte est passée."],
    [{ cvc: '12' }, 'Le code de sécurité de votre carte est incomplet.'],
    [{ number: '4000000000000002' }, 'Votre carte a été refusée.'],
    [{ number: '4000000000009987' }, 'Votre carte a été refusée.'],
    [{ number: '4000000000009995' }, 'Les fonds disponibles sur votre carte sont insuffisants.'],
    [{ number: '4000000000000127' }, 'Le code de sécurité de votre carte est incorrect.'],
    [{ number: '4000000000000069' }, 'Votre carte a expiré.'],
    [
      { number: '4000000000000119' },
      'Une erreur s’est produite lors du traitement de votre carte. Réessayez dans un instant.',
    ],
  ] as const) {
    await fill(card);
    await pay(secret);
    expect(await errorMessage()).toBe(message);
  }
  await fill({ number: '4000002760003184' });
  await pay(secret);
  await challenge.getByRole('button').last().click();
  expect((await result()).error).toMatchObject({
    code: 'payment_intent_authentication_failure',
    message: 'Nous ne pouvons pas authentifier votre moyen de paiement. Choisissez-en un autre et réessayez.',
    // The stored error keeps the API's English message.
    payment_intent: { last_payment_error: { message: expect.stringMatching(/^We are unable to authenticate/) } },
  });
  await fill({});
  await page.route('**/v1/payment_methods', (route) => route.abort());
  await pay(secret);
  expect(await errorMessage()).toMatch(/^Impossible de joindre le service de paiement/);
  await page.unroute('**/v1/payment_methods');
  await page.route('**/v1/payment_intents/**', (route) => route.abort());
  await pay(secret);
  expect(await errorMessage()).toMatch(/^Impossible de joindre le service de paiement/);
  await page.close();
});

test('rejects an invalid card before any request', async () => {
  const { fill, pay, result, sent, page } = await open();
  const { client_secret: secret } = await payment();
  const cases: [Card, string][] = [
    [{ cvc: '12' }, 'incomplete_cvc'],
    [{ expiry: '1220' }, 'invalid_expiry_year_past'],
    [{ expiry: '1' }, 'incomplete_expiry'],
    [{ number: '424242' }, 'incomplete_number'],
    [{ number: '4242424242424241' }, 'invalid_number'],
  ];
  for (const [card, code] of cases) {
    await fill(card);
    const before = sent.length;
    await pay(secret);
    expect((await result()).error).toMatchObject({ type: 'validation_error', code });
    expect(sent.slice(before)).toEqual([]);
  }
  await page.close();
});

test('keeps the number of a real card in its frame', async () => {
  const { fill, pay, result, sent, page } = await open();
  await fill({ number: '4111111111111111' });
  await pay((await payment()).client_secret);
  expect((await result()).error).toMatchObject({ code: 'test_mode_live_card' });
  expect(sent.filter((one) => /4111.?1111/.test(one))).toEqual([]);
  const passed = page.evaluate(
    `Stripe('pk_test_sandbox').createPaymentMethod({ type: 'card', card: { number: '4111111111111111', exp_month: 12, exp_year: 2040 } })`,
  );
  await expect(passed).rejects.toThrow('never passed as data');
  expect(sent.filter((one) => /4111.?1111/.test(one))).toEqual([]);
  await page.close();
});

test('returns the outcome of 3-D Secure: passed, failed, and passed with insufficient funds', async () => {
  const { fill, pay, result, challenge, page } = await open();
  await fill({ number: '4000002760003184' });
  const failing = await payment();
  await pay(failing.client_secret);
  await challenge.getByRole('button', { name: 'Fail' }).click();
  expect((await result()).error).toMatchObject({ code: 'payment_intent_authentication_failure' });
  await pay(failing.client_secret);
  await challenge.getByRole('button', { name: 'Complete' }).click();
  expect((await result()).paymentIntent).toMatchObject({ status: 'succeeded' });

  await fill({ number: '4000008260003178' });
  await pay((await payment()).client_secret);
  await challenge.getByRole('button', { name: 'Complete' }).click();
  expect((await result()).error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
  await page.close();
});

test('sets a card up with 3-D Secure in the single card field', async () => {
  const { pay, result, challenge, page } = await open('?one');
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await frame.getByLabel('Credit or debit card number').click();
  await page.keyboard.type('4000002500003155124012310115');
  const intent = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'], usage: 'off_session' });
  await pay(intent.client_secret);
  await challenge.getByRole('button', { name: 'Complete' }).click();
  expect((await result()).setupIntent).toMatchObject({ status: 'succeeded' });
  await page.close();
});
