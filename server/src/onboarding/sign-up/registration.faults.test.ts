import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Fault, FaultyProxy } from '../../../test/faulty-proxy.ts';
import type { FullPortal } from '../../../test/full-portal.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { sampled, shuffled } from '../../../test/sample.ts';
import {
  buyingForm,
  fetchRegistration,
  newEmail,
  pageState,
  postForm,
  summarizeCustomer,
  visitor,
  waitingRegistrationId,
} from './sign-up.test-support.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const steps = ['customer', 'card', 'default-card', 'address', 'subscription'] as const;
const faults = ['drop', 'refuse', 'fail and keep', 'do, fail and keep', 503] as const satisfies readonly Fault[];

const cells = steps.flatMap((step) => faults.map((fault) => ({ step, fault })));
const { seed, size } = sampled('faults of registrations', { sample: 5, whole: cells.length });
const chosen = shuffled(cells, seed, ({ step, fault }) => [step, fault]).slice(0, size);

let portal: FullPortal;
let proxy: FaultyProxy;
/** Occupies all of the portal's connections while many users register. */
let pool: pg.Pool;

beforeAll(async () => {
  ({ portal, proxy } = await startPortalBehindProxy({ mode: 'demo', queue: true }));
  pool = new pg.Pool({ connectionString: portal.database.url, max: 2 });
});
afterAll(() => pool.end());

/** Makes one step fail for each of these addresses, three times: the SDK retries a call twice. */
function arm(cases: readonly { email: string; step: string; fault: Fault }[], times = 3): void {
  const left = new Map(cases.map(({ email }) => [email, times]));
  proxy.decide = async (_method, _path, key) => {
    const [, operation, step] = /^([0-9a-f]{8}-[0-9a-f-]{27})-(.+?)(?:-\d+)?$/.exec(key) ?? [];
    if (!operation) return undefined;
    const { rows } = await pool.query('select email from sign_up_registrations where operation_id = $1', [operation]);
    const found = cases.find(({ email, step: wanted }) => email === rows[0]?.email && wanted === step);
    const rest = left.get(found?.email ?? '') ?? 0;
    if (!found || rest === 0) return undefined;
    left.set(found.email, rest - 1);
    return found.fault;
  };
}

test('keeps one account and one charge whatever call fails, and reports the state', async () => {
  const cases = chosen.map((cell) => ({ ...cell, email: newEmail() }));
  const ready = [];
  for (const one of cases) {
    const browser = await visitor(portal.app.http);
    ready.push({ ...one, browser, form: await buyingForm(portal, browser, one.email) });
  }
  arm(cases);
  await Promise.all(
    ready.map(async ({ email, step, fault, browser, form }) => {
      const response = await postForm(browser, form);
      expect(response.statusCode, `${step} ${fault}`).toBe(303);
      await vi.waitFor(
        async () => {
          if (waitingRegistrationId(response) === null) return;
          expect(await fetchRegistration(browser, response), `${step} ${fault}`).toMatchObject({ status: 'succeeded' });
        },
        { timeout: 60_000, interval: 500 },
      );
      expect(await summarizeCustomer(portal, email), `${step} ${fault}`).toMatchObject({
        accounts: 1,
        licenses: 1,
        customers: 1,
        paid: [4_000],
        running: ['active'],
      });
    }),
  );
});

test('leaves nothing behind if a bank refuses the card at any call', async () => {
  const cases = (['card', 'subscription'] as const).map((step) => ({
    step,
    fault: 'card error' as const,
    email: newEmail(),
  }));
  arm(cases, 1);
  for (const { email, step } of cases) {
    const browser = await visitor(portal.app.http);
    const response = await postForm(browser, await buyingForm(portal, browser, email));
    expect(response.statusCode, step).toBe(402);
    expect(Object.keys(pageState(response).modelState)).toEqual(['Purchase.PaymentMethodId']);
    await vi.waitFor(
      async () => expect(await summarizeCustomer(portal, email)).toMatchObject({ accounts: 0, customers: 0 }),
      {
        timeout: 20_000,
        interval: 250,
      },
    );
    const again = await postForm(browser, await buyingForm(portal, browser, email));
    expect(again.statusCode, again.body).toBe(303);
  }
});
