import type { Row } from './row.ts';
import { withSandbox } from './sandbox.ts';

const begin = Date.UTC(2025, 0, 15) / 1000;
const month = 30.44 * 86_400;
const customers = 100;
const concurrency = 10;

interface Sandbox {
  readonly url: string;
  readonly secretKey: string;
}

interface Answer {
  readonly id: string;
  readonly status?: string;
}

/** Subscriptions created and renewed a second, and the seconds for 14 months of a customer with three subscriptions. */
export async function measureRenewals(folder: string): Promise<Row[]> {
  return withSandbox(folder, async (sandbox) => {
    const price = await post(sandbox, 'prices', {
      currency: 'usd',
      unit_amount: '4900',
      'recurring[interval]': 'month',
      'product_data[name]': 'Professional',
    });
    const { subscribing, renewing } = await measureMany(sandbox, price.id);
    const history = await measureHistory(sandbox, price.id);
    return [
      { figure: 'sandbox, subscriptions made', ours: customers / subscribing, unit: 'a second', aim: 'none' },
      { figure: 'sandbox, subscriptions renewed', ours: customers / renewing, unit: 'a second', aim: 'none' },
      { figure: 'sandbox, 14 months of 3 subscriptions', ours: history, unit: 's', aim: { atMost: 3 } },
    ];
  });
}

/** @returns seconds */
async function measureMany(sandbox: Sandbox, priceId: string): Promise<{ subscribing: number; renewing: number }> {
  const clock = await createClock(sandbox);
  const ids: string[] = [];
  for (let made = 0; made < customers; made += 1) ids.push(await createCustomer(sandbox, clock.id));
  const subscribing = await measureSeconds(async () => {
    const left = [...ids];
    const one = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) await subscribe(sandbox, id, priceId);
    };
    await Promise.all(Array.from({ length: concurrency }, one));
  });
  const renewing = await measureSeconds(() => advance(sandbox, clock.id, begin + 1.2 * month));
  return { subscribing, renewing };
}

/** @returns seconds */
async function measureHistory(sandbox: Sandbox, priceId: string): Promise<number> {
  const clock = await createClock(sandbox);
  const customer = await createCustomer(sandbox, clock.id);
  for (let made = 0; made < 3; made += 1) await subscribe(sandbox, customer, priceId);
  return measureSeconds(async () => {
    // Stripe's clocks advance by at most two intervals.
    for (let months = 2; months <= 14; months += 2) await advance(sandbox, clock.id, begin + months * month + 86_400);
  });
}

async function post({ url, secretKey }: Sandbox, path: string, fields: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

function createClock(sandbox: Sandbox): Promise<Answer> {
  return post(sandbox, 'test_helpers/test_clocks', { frozen_time: String(begin) });
}

/** @param to seconds since 1970 */
async function advance(sandbox: Sandbox, clock: string, to: number): Promise<void> {
  const path = `test_helpers/test_clocks/${clock}`;
  await post(sandbox, `${path}/advance`, { frozen_time: String(Math.round(to)) });
  for (;;) {
    const headers = { authorization: `Bearer ${sandbox.secretKey}` };
    const { status } = (await (await fetch(`${sandbox.url}/v1/${path}`, { headers })).json()) as Answer;
    if (status === 'ready') return;
    if (status !== 'advancing') throw new Error(`the clock's status is ${status}`);
  }
}

/** @returns the id of a customer with a card. */
async function createCustomer(sandbox: Sandbox, clock: string): Promise<string> {
  const { id } = await post(sandbox, 'customers', { test_clock: clock });
  const card = await post(sandbox, 'payment_methods/pm_card_visa/attach', { customer: id });
  await post(sandbox, `customers/${id}`, { 'invoice_settings[default_payment_method]': card.id });
  return id;
}

function subscribe(sandbox: Sandbox, customer: string, priceId: string): Promise<Answer> {
  return post(sandbox, 'subscriptions', { customer, 'items[0][price]': priceId });
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
