import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../test/browser.ts';
import { type Comparison, compareDurations } from '../test/durations.ts';
import type { FaultyProxy } from '../test/faulty-proxy.ts';
import type { FullPortal } from '../test/full-portal.ts';
import { startPortalBehindProxy } from '../test/portal-behind-proxy.ts';
import { isSoak } from '../test/sample.ts';
import {
  buyingForm,
  type Fields,
  newEmail,
  oneTrial,
  personFields,
  postForm,
  visitor,
} from './onboarding/sign-up/sign-up.test-support.ts';

/**
 * The response time reveals nothing to strangers (SES-11, PWD-11, SIGN-18). Durations are comparable only on an idle machine, so only the soak
 * compares them; `npm test` counts the work.
 */
describe.runIf(isSoak)('a response takes as long for a taken name as for a free one', { timeout: 600_000 }, () => {
  let portal: FullPortal;
  let proxy: FaultyProxy;
  const known = 'owner@globex.example';

  beforeAll(async () => {
    ({ portal, proxy } = await startPortalBehindProxy({ mode: 'demo' }));
  });

  beforeEach(() => {
    proxy.decide = () => undefined;
  });

  const forgetLimits = () => portal.database.pool.query('delete from rate_limits');

  test('after a wrong password', async () => {
    const browser = new Browser(portal.app.http);
    await browser.open('/login');
    const signInAs = (userName: string) => () => browser.post('/LoginWithMFA', { userName, password: 'Wrong-1' });
    const isAlike = ({ gap, share }: Comparison) => gap < 10 && share > 0.6;
    const compared = await compareDurations(signInAs('nobody@globex.example'), signInAs(known), {
      rounds: 20,
      before: forgetLimits,
      isAlike,
    });
    expect(compared).toSatisfy(isAlike);
  });

  test('after a password reset request', async () => {
    const browser = new Browser(portal.app.http);
    await browser.open('/login');
    const forget = (userName: string) => () => browser.post('/api/ForgottenPassword', { userName });
    const isAlike = ({ gap }: Comparison) => gap < 10;
    const compared = await compareDurations(forget('nobody@globex.example'), forget(known), {
      rounds: 30,
      before: forgetLimits,
      isAlike,
    });
    expect(compared).toSatisfy(isAlike);
  });

  const forms: Readonly<Record<string, (browser: Browser, email: string) => Promise<Fields>>> = {
    'without a plan': async (_browser, email) => ({ ...personFields, email }),
    'for a trial': async (_browser, email) => ({ ...personFields, ...oneTrial, email }),
    'with a card': (browser, email) => buyingForm(portal, browser, email),
  };

  test.each(Object.entries(forms))('after a registration %s, however slow Stripe is', async (_how, make) => {
    proxy.decide = async () => pause(250, undefined);
    const prepare = async (email: string) => {
      await forgetLimits();
      const browser = await visitor(portal.app.http);
      const form = await make(browser, email);
      return async () => expect((await postForm(browser, form)).statusCode).toBe(303);
    };
    // After ten registrations, the pace reflects the slow provider.
    for (let made = 0; made < 10; made += 1) await (await prepare(newEmail()))();
    const ready = { known: await prepare(known), unknown: await prepare(newEmail()) };
    const isAlike = ({ share }: Comparison) => share > 0.7 && share < 1.5;
    const compared = await compareDurations(
      () => ready.known(),
      () => ready.unknown(),
      {
        rounds: 10,
        before: async () => {
          ready.unknown = await prepare(newEmail());
          ready.known = await prepare(known);
        },
        isAlike,
      },
    );
    expect(compared).toSatisfy(isAlike);
  });
});
