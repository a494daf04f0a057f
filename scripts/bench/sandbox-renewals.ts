import type { Row } from './row.ts';
import { withSandbox } from './sandbox.ts';

const begin = Date.UTC(2025, 0, 15) / 1000;
const month = 30.44 * 86_400;
const customers = 100;
const at = 10;

/** Subscriptions made and renewed a second, and how long 14 months of one customer with three subscriptions take. */
export async function measureRenewals(folder: string): Promise<Row[]> {
  return withSandbox(folder, async ({ url, secretKey }) => {
    const post = async (path: string, fields: Record<string, string>): Promise<{ id: string; status?: string }> => {
      const answer = await fetch(`${url}/v1/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams(fields),
      });
      if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as { id: string; status?: string };
    };
    const price = await post('prices', {
      currency: 'usd',
      unit_amount: '4900',
      'recurring[interval]': 'month',
      'product_data[name]': 'Professional',
    });
    const clockAtBegin = () => post('test_helpers/test_clocks', { frozen_time: String(begin) });
    const advance = async (clock: string, to: number) => {
      const path = `test_helpers/test_clocks/${clock}`;
      await post(`${path}/advance`, { frozen_time: String(Math.round(to)) });
      for (;;) {
        const answer = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${secretKey}` } });
        const { status } = (await answer.json()) as { status: string };
        if (status === 'ready') return;
        if (status !== 'advancing') throw new Error(`the clock is ${status}`);
      }
    };
    const customer = async (clock: string) => {
      const { id } = await post('customers', { test_clock: clock });
      const card = await post('payment_methods/pm_card_visa/attach', { customer: id });
      await post(`customers/${id}`, { 'invoice_settings[default_payment_method]': card.id });
      return id;
    };
    const subscribe = (id: string) => post('subscriptions', { customer: id, 'items[0][price]': price.id });

    const shared = await clockAtBegin();
    const ids: string[] = [];
    for (let made = 0; made < customers; made += 1) ids.push(await customer(shared.id));
    const subscribing = await secondsOf(async () => {
      const left = [...ids];
      const one = async () => {
        for (let id = left.pop(); id !== undefined; id = left.pop()) await subscribe(id);
      };
      await Promise.all(Array.from({ length: at }, one));
    });
    const renewing = await secondsOf(() => advance(shared.id, begin + 1.2 * month));

    const own = await clockAtBegin();
    const alone = await customer(own.id);
    for (let made = 0; made < 3; made += 1) await subscribe(alone);
    const history = await secondsOf(async () => {
      // Stripe's clocks go at most two intervals at once.
      for (let months = 2; months <= 14; months += 2) await advance(own.id, begin + months * month + 86_400);
    });
    return [
      { figure: 'sandbox, subscriptions made', ours: customers / subscribing, unit: 'a second', aim: 'none' },
      { figure: 'sandbox, subscriptions renewed', ours: customers / renewing, unit: 'a second', aim: 'none' },
      { figure: 'sandbox, 14 months of 3 subscriptions', ours: history, unit: 's', aim: { atMost: 3 } },
    ];
  });
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return (performance.now() - started) / 1000;
}
