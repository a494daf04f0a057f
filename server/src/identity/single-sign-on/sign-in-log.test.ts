import type { SsoSignIn } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../../test/browser.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { acme, type ConnectedProvider, createSignOnPortal, publicUrl } from './sign-on-portal.test-support.ts';

describe('the log of sign-ins with a provider (SSO-29)', async () => {
  const provider = await startMisbehavingProvider();
  const portal = await createSignOnPortal({ privateOrigins: [provider.issuer] });
  const { begin, comeBack, emailIn, visitor, query } = portal;
  let connected: ConnectedProvider;
  let admin: Browser;

  beforeAll(async () => {
    await seedDemonstrationPeople(portal.database);
    connected = await portal.connect(provider);
    provider.redirectUris.add(`${publicUrl}/signin-sso/${connected.key}`);
    admin = await signedIn(portal.app, 'admin@acme.example');
  });
  beforeEach(async () => {
    for (const table of ['sso_identities', 'sso_sign_ins', 'sso_flows', 'rate_limits'])
      await query(`delete from ${table}`);
    provider.misbehaves = {};
    provider.person = { sub: 'person-1', email: 'user@acme.example' };
  });

  const visit = async (browser: Browser) => (await provider.visit(await begin(browser))) as URL;
  const log = async (): Promise<SsoSignIn[]> =>
    (await admin.get(`/api/ExternalProviders/${connected.id}/SignIns`)).json().items;

  test('lists sign-ins, the newest first', async () => {
    await comeBack(visitor(), await visit(visitor()));
    const browser = visitor();
    await comeBack(browser, await visit(browser));
    expect((await log())[0]).toMatchObject({
      email: 'user@acme.example',
      outcome: 'signedIn',
      failure: null,
      address: '127.0.0.1',
    });
  });

  test('lists a return in another browser', async () => {
    const browser = visitor();
    const address = await visit(browser);
    const stranger = visitor();
    await comeBack(stranger, address);
    expect(await log()).toMatchObject([{ email: null, userId: null, outcome: 'refused', failure: 'stateWrong' }]);
    await comeBack(browser, address);
    expect((await log())[0]).toMatchObject({ outcome: 'signedIn' });
  });

  test('lists a late return', async () => {
    const browser = visitor();
    const address = await visit(browser);
    await query('update sso_flows set expires_at = now()');
    await comeBack(browser, address);
    expect(await log()).toMatchObject([{ outcome: 'refused', failure: 'visitExpired' }]);
  });

  test('ignores callbacks without a flow, and lists at most 20 returns to one flow', async () => {
    const browser = visitor();
    for (const state of ['', 'made-up', 'x'.repeat(43)])
      await comeBack(browser, new URL(`${publicUrl}/signin-sso/${connected.key}?code=x&state=${state}`));
    expect(await log()).toEqual([]);
    const address = await visit(browser);
    for (let times = 0; times < 25; times += 1)
      expect((await comeBack(visitor(), address)).headers.location).toBe('/login');
    expect(await log()).toHaveLength(20);
  });

  test('lists a return after the provider was disabled', async () => {
    const browser = visitor();
    const address = await visit(browser);
    await query('update external_providers set is_active = false');
    await comeBack(browser, address);
    await query('update external_providers set is_active = true');
    expect(await log()).toMatchObject([{ outcome: 'refused', failure: 'providerDisabled' }]);
    expect(await emailIn(browser)).toBeUndefined();
  });

  test('lists a refusal because the account is disabled, with the address', async () => {
    const browser = visitor();
    const address = await visit(browser);
    await query(`update accounts set disabled_at = now(), disabled_reason = 'closed' where id = $1`, [acme]);
    await comeBack(browser, address);
    await query('update accounts set disabled_at = null, disabled_reason = null where id = $1', [acme]);
    expect(await log()).toMatchObject([{ outcome: 'refused', failure: 'accountDisabled', email: 'user@acme.example' }]);
    expect(await query('select * from sso_identities')).toEqual([]);
  });

  test('removes a code that the provider repeats in its error', async () => {
    const browser = visitor();
    const address = await visit(browser);
    const code = address.searchParams.get('code') ?? '';
    const body = JSON.stringify({ error: 'invalid_grant', error_description: `the code ${code} is unknown` });
    provider.misbehaves = {
      answers: { '/token': { status: 400, body, headers: { 'content-type': 'application/json' } } },
    };
    await comeBack(browser, address);
    provider.misbehaves = {};
    expect((await log())[0]).toMatchObject({ providerSays: { text: 'the code … is unknown' } });
  });

  test('keeps the newest 100 sign-ins of a provider, and does not delete others’', async () => {
    const other = await portal.connect({ ...provider, name: 'Another', domains: [] });
    for (const id of [connected.id, other.id])
      await query(
        `insert into sso_sign_ins (provider_id, email, outcome) select $1, 'p' || n || '@acme.example', 'signedIn' from generate_series(1, 105) n`,
        [id],
      );
    const browser = visitor();
    await comeBack(browser, (await provider.visit(await begin(browser, `?provider=${connected.key}`))) as URL);
    const items = await log();
    expect(items).toHaveLength(100);
    expect(items.map(({ email }) => email).slice(0, 2)).toEqual(['user@acme.example', 'p105@acme.example']);
    expect(items.at(-1)?.email).toBe('p7@acme.example');
    const kept = (id: number) => query('select count(*)::int as n from sso_sign_ins where provider_id = $1', [id]);
    expect([await kept(connected.id), await kept(other.id)]).toEqual([[{ n: 100 }], [{ n: 105 }]]);
    await query('delete from external_providers where id = $1', [other.id]);
  });

  test('refuses another account, a user without the permission, and visitors', async () => {
    const path = `/api/ExternalProviders/${connected.id}/SignIns`;
    expect((await (await signedIn(portal.app, 'owner@globex.example')).get(path)).statusCode).toBe(404);
    expect((await (await signedIn(portal.app, 'user@acme.example')).get(path)).statusCode).toBe(403);
    expect((await visitor().get(path)).statusCode).toBe(401);
  });
});
