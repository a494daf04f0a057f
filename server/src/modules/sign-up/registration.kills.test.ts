import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import type { FaultyProxy } from '../../../test/faulty-proxy.ts';
import { type FullPortal, testSecret } from '../../../test/full-portal.ts';
import { ownPort } from '../../../test/own-port.ts';
import { startPortalBehindProxy } from '../../../test/portal-behind-proxy.ts';
import { type PortalProcess, portalProcess } from '../../../test/portal-process.ts';
import { makeChallenge } from './captcha.ts';
import { buyingForm, mailsTo, newEmail, visitor, worldOf } from './sign-up.test-support.ts';

/**
 * The portal is killed at every call of registrations, before Stripe has it and after Stripe did it. Started again, and asked for nothing, it brings each
 * of them to its end, once.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const steps = ['customer', 'card', 'default-card', 'address', 'subscription'] as const;
const kills = steps.flatMap((step) => [
  { step, moment: 'silence' as const },
  { step, moment: 'do, then silence' as const },
]);

let portal: FullPortal;
let proxy: FaultyProxy;
let killed: PortalProcess;

beforeAll(async () => {
  const port = await ownPort();
  ({ portal, proxy } = await startPortalBehindProxy({ webhookPort: port, mode: 'demo' }));
  killed = portalProcess({ databaseUrl: portal.database.url, apiBase: proxy.url, port });
  await killed.start();
});

afterAll(() => killed.kill());

/** A proof of work, as the process asks for one. */
async function solved(): Promise<string> {
  const challenge = await makeChallenge({ config: { captcha: { kind: 'altcha' }, appSecret: testSecret } });
  const solution = await solveChallenge({ challenge: challenge as never, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function submit(browser: Browser, email: string): Promise<void> {
  const form = await buyingForm(portal, browser, email);
  const payload = { ...form, ReCaptchaToken: await solved() };
  // Nobody gets an answer: the process dies before.
  browser
    .at(killed)
    .post('/SignUp', payload)
    .then(
      () => undefined,
      () => undefined,
    );
}

test('ends every registration as if the process had not been killed', async () => {
  const registrations = await Promise.all(
    kills.map(async (kill) => ({ ...kill, email: newEmail(), browser: await visitor(portal.app.http) })),
  );
  const standing = new Set<string>();
  proxy.decide = async (_method, _path, key) => {
    const [, operation, step] = /^([0-9a-f]{8}-[0-9a-f-]{27})-(.+?)(?:-\d+)?$/.exec(key) ?? [];
    if (!operation) return undefined;
    const { rows } = await portal.database.pool.query(
      'select email from sign_up_registrations where operation_id = $1',
      [operation],
    );
    const found = registrations.find(({ email, step: wanted }) => email === rows[0]?.email && wanted === step);
    if (!found) return undefined;
    standing.add(found.email);
    return found.moment;
  };
  await Promise.all(registrations.map(({ browser, email }) => submit(browser, email)));
  await vi.waitFor(() => expect(standing.size).toBe(kills.length), { timeout: 60_000, interval: 50 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await killed.kill();
  proxy.decide = () => undefined;
  const { rows } = await portal.database.pool.query('select count(*)::int as count from accounts where is_registering');
  expect(rows[0].count).toBe(kills.length);
  await killed.start();
  for (const { email, step, moment } of registrations) {
    await vi.waitFor(
      async () =>
        expect(await worldOf(portal, email), `${step} ${moment}`).toMatchObject({
          accounts: 1,
          licenses: 1,
          orders: 1,
          subscriptions: 1,
          customers: 1,
          paid: [4_000],
          running: ['active'],
        }),
      { timeout: 60_000, interval: 250 },
    );
    await vi.waitFor(
      async () =>
        expect((await mailsTo(portal, email)).map(({ template }) => template).sort()).toEqual(['receipt', 'welcome']),
      { timeout: 60_000, interval: 250 },
    );
  }
  const left = await portal.database.pool.query('select count(*)::int as count from accounts where is_registering');
  expect(left.rows[0].count).toBe(0);
});
