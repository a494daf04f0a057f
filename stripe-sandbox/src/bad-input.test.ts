import { expect, test } from 'vitest';
import { isAtStripe, onlyHere, useServer } from '../test/at-stripe.ts';
import { OWN } from '../test/left-out.ts';
import { checkAnswer, type Names, SDK_CALLS, signatureOf } from '../test/schemas.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parameter, Table } from './parameters.ts';
import { ENDPOINTS } from './resources/index.ts';
import { API_VERSION } from './version.ts';

/** Invalid requests to every endpoint over plain HTTP: the answer has Stripe's shape, code and status. */
const logged: object[] = [];
const { url, key: secretKey, here } = await useServer({ log: (line) => logged.push(line) });
const REAL = '4111111111111111';
const TYPED = 'Stripe takes real cards';

interface Refusal {
  status: number;
  error: { type: string; message: string; code?: string; param?: string };
}

async function ask(
  endpoint: Endpoint,
  form: Record<string, string> = {},
  given: { key?: string; id?: string; headers?: Record<string, string> } = {},
): Promise<Refusal> {
  const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(given.id ?? 'none'));
  const body = new URLSearchParams(form);
  const isRead = endpoint.method === 'GET';
  const call = () =>
    fetch(`${url}${path}${isRead ? `?${body}` : ''}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${given.key ?? secretKey}`,
        'stripe-version': API_VERSION,
        ...given.headers,
      },
      ...(isRead ? {} : { body }),
    });
  let answer = await call();
  // Stripe limits the calls per second and answers 429.
  for (let again = 0; answer.status === 429 && again < 20; again += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await call();
  }
  const { error } = (await answer.clone().json()) as { error: Refusal['error'] };
  checkAnswer(endpoint.method, path, answer.status, await answer.json());
  return { status: answer.status, error };
}

/** Requests that are not sent to Stripe: endpoints that it does not have, and card numbers. */
const NOT_THERE = [...OWN, 'POST /v1/tokens'];
const table = ENDPOINTS.map((endpoint): [string, Endpoint] => [signatureOf(endpoint), endpoint]).filter(
  ([signature]) => !isAtStripe || !NOT_THERE.includes(signature),
);
const invalid = { type: 'invalid_request_error', message: expect.any(String) };

/** Values for required parameters, so that the later checks are reached. */
const NEEDED: Record<string, string> = {
  amount: '100',
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[number]': '4242424242424242',
  client_secret: 'pi_none_secret_none',
  currency: 'usd',
  customer: 'cus_none',
  display_name: 'VAT',
  'enabled_events[0]': '*',
  from_subscription: 'sub_none',
  frozen_time: '1767225600',
  inclusive: 'false',
  invoice: 'in_none',
  'items[0][price]': 'price_none',
  'lines[0][invoice_item]': 'ii_none',
  name: 'Gold',
  outcome: 'succeed',
  percentage: '10',
  'promotion[coupon]': 'none',
  'promotion[type]': 'coupon',
  setup_intent: 'seti_none',
  subscription: 'sub_none',
  type: 'card',
  url: 'https://portal.example/',
  value: 'DE123456789',
};

function minimum(endpoint: Endpoint): Record<string, string> {
  const names = Object.entries(endpoint.parameters).filter(([, parameter]) => parameter.needed);
  return Object.fromEntries(
    Object.entries(NEEDED).filter(([name]) => names.some(([needed]) => name.split('[')[0] === needed)),
  );
}

/** A value of the wrong kind: text for a hash, or a hash for anything else. */
async function wrongly(endpoint: Endpoint, name: string, parameter: Parameter<unknown>): Promise<Refusal> {
  const others = Object.entries(minimum(endpoint)).filter(([given]) => given.split('[')[0] !== name);
  const wrong = parameter.table === undefined ? { [`${name}[a][b]`]: '1' } : { [name]: 'a word' };
  return ask(endpoint, { ...Object.fromEntries(others), ...wrong });
}

test.each(table)('rejects unknown, missing and malformed parameters of %s', async (_, endpoint) => {
  expect(await ask(endpoint, { ...minimum(endpoint), surprise: '1' })).toMatchObject({
    status: 400,
    error: {
      ...invalid,
      code: 'parameter_unknown',
      param: 'surprise',
      message: 'Received unknown parameter: surprise',
    },
  });
  const needed = Object.entries(endpoint.parameters).filter(([, parameter]) => parameter.needed);
  if (needed.length > 0) {
    const names = needed.map(([name]) => name);
    const refusal = await ask(endpoint);
    // If several parameters are wrong, Stripe chooses which one its error names.
    const first = isAtStripe && names.includes(refusal.error.param ?? '') ? refusal.error.param : names[0];
    expect(refusal).toMatchObject({
      status: 400,
      error: { ...invalid, code: 'parameter_missing', param: first, message: `Missing required param: ${first}.` },
    });
  }
  for (const [name, parameter] of Object.entries(endpoint.parameters)) {
    const refusal = await wrongly(endpoint, name, parameter);
    expect([name, refusal.status, refusal.error]).toMatchObject([name, 400, invalid]);
    expect(refusal.error.param).toMatch(new RegExp(`^${name}(\\[|$)`));
  }
});

test.each(table)('rejects a wrong key for %s', async (_, endpoint) => {
  expect(await ask(endpoint, {}, { key: 'sk_test_wrong' })).toMatchObject({
    status: 401,
    error: { type: 'invalid_request_error', message: expect.stringContaining('Invalid API Key provided: sk_test_') },
  });
});

onlyHere('the run has no publishable key').each(table)(
  'rejects the publishable key for %s when it needs the secret key',
  async (_, endpoint) => {
    const shown = await ask(endpoint, { client_secret: 'none' }, { key: 'pk_test_sandbox' });
    if (endpoint.access === 'server')
      expect(shown).toMatchObject({ status: 401, error: { code: 'secret_key_required' } });
    else expect(shown.error.code).not.toBe('secret_key_required');
  },
);

/** Calls that refer to no other object: creating independent objects, and listing. */
const ALONE =
  /^(POST \/v1\/(customers|products|coupons|tax_rates|tokens|payment_methods|setup_intents|payment_intents|webhook_endpoints|test_helpers\/test_clocks)|GET \/v1\/[a-z_/]+)$/;

test.each(table.filter(([signature]) => !ALONE.test(signature)))(
  'rejects unknown ids in %s',
  async (signature, endpoint) => {
    const refusal = await ask(endpoint, minimum(endpoint));
    if (signature === 'POST /v1/prices' || signature === 'POST /v1/refunds') {
      expect(refusal).toMatchObject({ status: 400, error: { ...invalid, param: expect.any(String) } });
      return;
    }
    if (signature === 'POST /v1/invoices/create_preview') {
      expect(await ask(endpoint, { customer: 'cus_none' })).toMatchObject({
        status: 400,
        error: { code: 'resource_missing' },
      });
      return;
    }
    expect(refusal).toMatchObject({ error: { ...invalid, code: 'resource_missing', param: expect.any(String) } });
    if (isAtStripe) {
      // Stripe's name for an id in the path differs between objects.
      expect(endpoint.path.includes(':') ? [404, 400] : [400]).toContain(refusal.status);
      return;
    }
    // An unknown id in the path is a 404; one in a parameter is a 400.
    const isOfPath = ['id', 'coupon', 'intent', 'item'].includes(refusal.error.param ?? '');
    expect([refusal.error.message, refusal.status]).toEqual([refusal.error.message, isOfPath ? 404 : 400]);
    if (endpoint.path.includes('/:')) expect(isOfPath || refusal.error.param === 'customer').toBe(true);
  },
);

onlyHere(TYPED)(
  'declines a card that is not a test card in payment methods and tokens and stores nothing',
  async () => {
    for (const path of ['/v1/payment_methods', '/v1/tokens', '/v1/setup_intents', '/v1/payment_intents']) {
      const within = path.endsWith('intents') ? 'payment_method_data[card]' : 'card';
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': `real ${path}` },
        body: new URLSearchParams({
          ...(path === '/v1/tokens'
            ? {}
            : path.endsWith('intents')
              ? { 'payment_method_data[type]': 'card' }
              : { type: 'card' }),
          ...(path === '/v1/payment_intents' ? { amount: '1000', currency: 'usd' } : {}),
          [`${within}[number]`]: REAL,
          [`${within}[exp_month]`]: '12',
          [`${within}[exp_year]`]: '2040',
          [`${within}[cvc]`]: '123',
        }),
      });
      const body = await answer.text();
      expect([answer.status, JSON.parse(body)]).toMatchObject([
        402,
        { error: { type: 'card_error', code: 'card_declined', decline_code: 'test_mode_live_card', param: 'number' } },
      ]);
      expect(body).not.toContain(REAL);
    }
    await fetch(`${url}/v1/${REAL}/4111%201111%201111%201111?${REAL}`);
    const { rows } = await here().database.query(
      `select string_agg(t::text, ' ') as everything from (
       select objects::text as t from objects union all select idempotency_keys::text from idempotency_keys) as all_rows`,
    );
    for (const kept of [rows[0].everything, JSON.stringify(logged)]) expect(kept ?? '').not.toMatch(/4111.{0,3}1111/);
    expect(logged.length).toBeGreaterThan(100);
  },
);

/** Parameters of stripe.js that the server SDK does not type: client secrets, and card data in a confirmation. */
const OF_BROWSERS = / (client_secret|payment_method_data card)$/;

onlyHere('it makes no call')('accepts no parameter that the SDK lacks', async () => {
  const unknown: string[] = [];
  const compare = (path: string, ours: Table, theirs: Names) => {
    for (const [name, parameter] of Object.entries(ours)) {
      const known = theirs[name];
      if (known === undefined) unknown.push(`${path} ${name}`);
      else if (parameter.table !== undefined) compare(`${path} ${name}`, parameter.table, known);
    }
  };
  for (const [signature, endpoint] of table) {
    const call = SDK_CALLS[signature];
    if (call === undefined) continue;
    const { expand: _, ...parameters } = endpoint.parameters;
    compare(signature, parameters, call.parameters);
  }
  expect(unknown.filter((parameter) => !OF_BROWSERS.test(parameter))).toEqual([]);
});
