import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { type FaultyProxy, startFaultyProxy } from '../../../test/faulty-proxy.ts';
import { type FullPortal, savedAddress, startFullPortal } from '../../../test/full-portal.ts';
import { team } from './purchase.test-support.ts';

/** Creates accounts, each with its owner in a browser. Sessions are inserted, because signing in would take longer than the test. */
async function createBuyers({ app, database }: FullPortal, count: number): Promise<Browser[]> {
  const secrets = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await database.pool.query(
    `with account as (
       insert into accounts (company_id, name, business_address) select 1, secret, $2 from unnest($1::text[]) secret
       returning id, name
     ), features as (
       insert into account_features (account_id, feature) select id, unnest(array['customerAdmin', 'billing']) from account
     ), owner as (
       insert into users (account_id, login, email, first_name, is_owner)
       select id, mail, mail, 'Casey', true from account, concat('owner@buyer-', id, '.example') mail
       returning id, account_id
     )
     insert into sessions (id_hash, user_id, marker, expires_at)
     select sha256(convert_to(account.name, 'utf8')), owner.id, account.name, now() + interval '1 hour'
     from owner join account on account.id = account_id`,
    [secrets, savedAddress],
  );
  const browsers: Browser[] = [];
  for (const secret of secrets) {
    const browser = new Browser(app.http);
    browser.cookies.portico_session = secret;
    await browser.open('/');
    browsers.push(browser);
  }
  return browsers;
}

test('serves simultaneous quotes of 50 accounts while each answer of Stripe takes more than a second', async () => {
  let stripe: FaultyProxy | undefined;
  const portal = await startFullPortal({
    // Twice the usual time, because the sandbox is slow on a busy machine.
    timeout: 20_000,
    apiBase: async (sandboxUrl) => {
      stripe = await startFaultyProxy(sandboxUrl);
      stripe.decide = () => pause(1_300, undefined);
      return stripe.url;
    },
  });
  const browsers = await createBuyers(portal, 50);
  const answers = await Promise.all(
    browsers.map((browser) => browser.post('/api/Products/cloud/PreviewPurchase', team)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(browsers.map(() => 200));
  expect(stripe?.calls).toHaveLength(100);
});
