import { expect, test } from 'vitest';
import { isAtStripe, onlyHere, useServer } from '../test/at-stripe.ts';
import { OWN } from '../test/left-out.ts';
import { checkAnswer, type Names, SDK_CALLS, signatureOf } from '../test/schemas.ts';
import type { Endpoint } from './endpoint.ts';
import type { Parameter, Table } from './parameters.ts';
import { ENDPOINTS } from './resources/index.ts';
import { API_VERSION } from './version.ts';

/** What every endpoint answers to what it should not be asked, over plain HTTP, in Stripe's shape, code and status. */
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
  // Stripe takes so many calls a second, and says so.
  for (let again = 0; answer.status === 429 && again < 20; again += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    answer = await call();
  }
  const { error } = (await answer.clone().json()) as { error: Refusal['error'] };
  checkAnswer(endpoint.method, path, answer.status, await answer.json());
  return { status: answer.status, error };
}

/** At Stripe nobody is asked about what it does not have, nor given the number of a card, not even a test card's. */
const NOT_THERE = [...OWN, 'POST /v1/tokens'];
const table = ENDPOINTS.map((endpoint): [string, Endpoint] => [signatureOf(endpoint), endpoint]).filter(
  ([signature]) => !isAtStripe || !NOT_THERE.includes(signature),
);
const invalid = { type: 'invalid_request_error', message: expect.any(String) };

/** Values for what an endpoint cannot do without, so that what comes after is reached. */
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
};

function minimum(endpoint: Endpoint): Record<string, string> {
  const names = Object.entries(endpoint.parameters).filter(([, parameter]) => parameter.needed);
  return Object.fromEntries(
    Object.entries(NEEDED).filter(([name]) => names.some(([needed]) => name.split('[')[0] === needed)),
  );
}

/** A value of the wrong kind: text where a hash is wanted, a hash in a hash where anything else is. */
async function wrongly(endpoint: Endpoint, name: string, parameter: Parameter<unknown>): Promise<Refusal> {
  const others = Object.entries(minimum(endpoint)).filter(([given]) => given.split('[')[0] !== name);
  const wrong = parameter.table === undefined ? { [`${name}[a][b]`]: '1' } : { [name]: 'a word' };
  return ask(endpoint, { ...Object.fromEntries(others), ...wrong });
}

test.each(table)('%s refuses unknown, missing and malformed parameters', async (_, endpoint) => {
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
    // Which of several is named is up to Stripe.
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

test.each(table)('%s refuses a wrong key', async (_, endpoint) => {
  expect(await ask(endpoint, {}, { key: 'sk_test_wrong' })).toMatchObject({
    status: 401,
    error: { type: 'invalid_request_error', message: expect.stringContaining('Invalid API Key provided: sk_test_') },
  });
});

onlyHere('the run has no publishable key').each(table)(
  '%s refuses the publishable key where it is not enough',
  async (_, endpoint) => {
    const shown = await ask(endpoint, { client_secret: 'none' }, { key: 'pk_test_sandbox' });
    if (endpoint.access === 'server')
      expect(shown).toMatchObject({ status: 401, error: { code: 'secret_key_required' } });
    else expect(shown.error.code).not.toBe('secret_key_required');
  },
);

/** Calls that know no other objects, whatever they are given: creating what stands alone, and listing everything. */
const ALONE =
  /^(POST \/v1\/(customers|products|coupons|tax_rates|tokens|payment_methods|setup_intents|payment_intents|webhook_endpoints|test_helpers\/test_clocks)|GET \/v1\/[a-z_/]+)$/;

test.each(table.filter(([signature]) => !ALONE.test(signature)))(
  '%s does not find what is not there',
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
      // What Stripe calls an id of the path differs from object to object.
      expect(endpoint.path.includes(':') ? [404, 400] : [400]).toContain(refusal.status);
      return;
    }
    // An id in the path is not found; one among the parameters makes the request a bad one.
    const isOfPath = ['id', 'coupon', 'intent', 'item'].includes(refusal.error.param ?? '');
    expect([refusal.error.message, refusal.status]).toEqual([refusal.error.message, isOfPath ? 404 : 400]);
    if (endpoint.path.includes('/:')) expect(isOfPath || refusal.error.param === 'customer').toBe(true);
  },
);

onlyHere(TYPED)(
  'a typed card that is no test card is declined, in payment methods and tokens, and leaves no trace',
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

/** What stripe.js sends and the SDK of servers does not know: proof of an intent, and a card with its confirmation. */
const OF_BROWSERS = / (client_secret|payment_method_data card)$/;

onlyHere('it asks nobody')('no parameter is of the sandbox alone', async () => {
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
