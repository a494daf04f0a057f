import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Browser } from '../../../test/browser.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { type Misbehavior, startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { type ConnectedProvider, createSignOnPortal, publicUrl } from './sign-on-portal.test-support.ts';

const globex = 3;

describe('single sign-on under attack', async () => {
  const mine = await startMisbehavingProvider();
  const theirs = await startMisbehavingProvider();
  const portal = await createSignOnPortal({ privateOrigins: [mine.issuer, theirs.issuer] });
  const { database, begin, comeBack, emailIn, visitor, readMessages, query } = portal;
  let connected: ConnectedProvider;
  let second: ConnectedProvider;

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    connected = await portal.connect(mine);
    second = await portal.connect({ ...theirs, name: 'Globex Login', domains: ['globex.example'], accountId: globex });
    mine.redirectUris.add(`${publicUrl}/signin-sso/${connected.key}`);
    theirs.redirectUris.add(`${publicUrl}/signin-sso/${second.key}`);
  });
  beforeEach(async () => {
    for (const table of ['sso_identities', 'sso_sign_ins', 'rate_limits']) await query(`delete from ${table}`);
    for (const provider of [mine, theirs]) provider.misbehaves = {};
    mine.person = { sub: 'person-1', email: 'user@acme.example' };
    theirs.person = { sub: 'person-1', email: 'owner@globex.example' };
  });

  const visit = async (browser: Browser, account?: number): Promise<URL> => {
    const back = await (account === globex ? theirs : mine).visit(await begin(browser, '?ReturnUrl=/Billing', account));
    if (!back) throw new Error('the provider does not lead back');
    return back;
  };
  /** Returns from the provider and expects that no session begins. @returns the failure in the log, and the message on the page */
  const refused = async (browser: Browser, address: URL) => {
    const sessions = await query('select count(*)::int as total from sessions');
    const back = await comeBack(browser, address);
    expect([back.statusCode, back.headers.location]).toEqual([303, expect.stringMatching(/^\/login/)]);
    const words = await readMessages(browser, back);
    expect(await emailIn(browser)).toBeUndefined();
    expect(await query('select count(*)::int as total from sessions')).toEqual(sessions);
    const [logged] = await query('select failure from sso_sign_ins order by id desc limit 1');
    return { failure: logged?.failure, words };
  };
  /** Makes the portal read the provider's description and keys again. */
  const readAnew = () => query('update external_providers set revision = revision + 1 where id = $1', [connected.id]);
  const gone = /took too long, was begun in another window/;

  test('accepts a valid sign-in', async () => {
    const browser = visitor();
    expect((await comeBack(browser, await visit(browser))).headers.location).toBe('/Billing');
    expect(await emailIn(browser)).toBe('user@acme.example');
  });

  test.each<[string, Misbehavior, string]>([
    ['no signature (alg none)', { signs: 'none' }, 'algorithmNotAllowed'],
    ['the public key as a secret (HS256)', { signs: 'HS256' }, 'algorithmNotAllowed'],
    ['the signature of another key', { signs: 'anotherKey' }, 'signatureWrong'],
    ['the ID of an unlisted key', { signs: 'unknownKeyId' }, 'signatureWrong'],
    ['another audience', { claims: (claims) => ({ ...claims, aud: 'another-client' }) }, 'audienceWrong'],
    [
      'several audiences and another party',
      { claims: (claims) => ({ ...claims, aud: ['portal', 'other'], azp: 'other' }) },
      'audienceWrong',
    ],
    ['another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }, 'issuerWrong'],
    ['another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }, 'nonceWrong'],
    ['no nonce', { claims: ({ nonce: _, ...claims }) => claims }, 'nonceWrong'],
    ['an expiry in the past', { claims: (claims) => ({ ...claims, exp: 1_600_000_000 }) }, 'tokenExpired'],
    [
      'a time of issue in the future',
      { claims: (claims) => ({ ...claims, iat: Number(claims.iat) + 4_000, exp: Number(claims.exp) + 4_000 }) },
      'clockDiffers',
    ],
    ['no time of issue', { claims: ({ iat: _, ...claims }) => claims }, 'other'],
    [
      'an invalid time of issue',
      { claims: (claims) => ({ ...claims, iat: new Date(Number(claims.iat) * 1000).toISOString() }) },
      'other',
    ],
    ['no key ID although there are two keys', { hasSecondKey: true, signs: 'noKeyId' }, 'signatureWrong'],
    ['no subject', { claims: ({ sub: _, ...claims }) => claims }, 'other'],
  ])('rejects an ID token with %s (SSO-21)', async (_, misbehaves, failure) => {
    const browser = visitor();
    const address = await visit(browser);
    mine.misbehaves = misbehaves;
    // Otherwise, the portal would use its cached keys.
    if (misbehaves.hasSecondKey) await readAnew();
    const { failure: logged, words } = await refused(browser, address);
    expect(logged).toBe(failure);
    expect(words[0]).toMatch(/^You were not signed in: what Acme Login answered could not be accepted\./);
    expect(words[1]).toBe('You can sign in another way meanwhile.');
  });

  test('rejects a nonce that was used before', async () => {
    const first = visitor();
    const begun = await begin(first);
    const nonce = new URL(begun).searchParams.get('nonce');
    await comeBack(first, (await mine.visit(begun)) as URL);
    mine.misbehaves = { claims: (claims) => ({ ...claims, nonce }) };
    const browser = visitor();
    expect((await refused(browser, await visit(browser))).failure).toBe('nonceWrong');
  });

  test('rejects one provider’s answer at another provider’s callback (SSO-23)', async () => {
    const browser = visitor();
    const address = await visit(browser);
    const swapped = new URL(`${publicUrl}/signin-sso/${second.key}${address.search}`);
    theirs.asked.length = 0;
    expect((await refused(browser, swapped)).words[0]).toMatch(gone);
    // The code was sent nowhere, and the other account's log reveals no address.
    expect(theirs.asked).not.toContain('/token');
    expect(await query('select failure, email from sso_sign_ins where provider_id = $1', [connected.id])).toEqual([]);
    expect(await query('select * from sso_identities')).toEqual([]);
  });

  test('reads an email address from userinfo only for the same subject', async () => {
    mine.person = { sub: 'person-1' };
    await readAnew();
    mine.misbehaves = { userinfoClaims: { email: 'user@acme.example' } };
    const browser = visitor();
    expect((await comeBack(browser, await visit(browser))).headers.location).toBe('/Billing');
    expect(await emailIn(browser)).toBe('user@acme.example');
    await query('delete from sso_identities');
    mine.misbehaves = { userinfoClaims: { email: 'owner@acme.example', sub: 'person-2' } };
    const thief = visitor();
    const { failure } = await refused(thief, await visit(thief));
    expect(failure).toBe('other');
    expect(await query('select * from sso_identities')).toEqual([]);
    await readAnew();
  });

  test('authenticates the client by a header if the provider requires it', async () => {
    await readAnew();
    mine.misbehaves = { wantsBasic: true };
    const browser = visitor();
    expect((await comeBack(browser, await visit(browser))).headers.location).toBe('/Billing');
    await readAnew();
  });

  test('finds the key of a token among several by the key ID', async () => {
    await readAnew();
    mine.misbehaves = { hasSecondKey: true };
    const browser = visitor();
    expect((await comeBack(browser, await visit(browser))).headers.location).toBe('/Billing');
  });

  test('rejects the code of another flow, which has another verifier and nonce', async () => {
    const [thief, browser] = [visitor(), visitor()];
    const stolen = (await visit(thief)).searchParams.get('code') as string;
    const address = await visit(browser);
    address.searchParams.set('code', stolen);
    expect((await refused(browser, address)).failure).toBe('nonceWrong');
  });

  test('rejects a return in another browser, and lets the first browser complete its sign-in', async () => {
    const [browser, thief] = [visitor(), visitor()];
    const address = await visit(browser);
    expect((await refused(thief, address)).words[0]).toMatch(gone);
    expect((await comeBack(browser, address)).headers.location).toBe('/Billing');
  });

  test('rejects a repeated return and a late return', async () => {
    const browser = visitor();
    const address = await visit(browser);
    const copy = { ...browser.cookies };
    expect((await comeBack(browser, address)).headers.location).toBe('/Billing');
    const again = visitor();
    Object.assign(again.cookies, Object.fromEntries(Object.entries(copy).filter(([name]) => name.includes('sso'))));
    expect((await refused(again, address)).words[0]).toMatch(gone);
    const late = visitor();
    const lateAddress = await visit(late);
    await query('update sso_flows set expires_at = now()');
    expect((await refused(late, lateAddress)).words[0]).toMatch(gone);
  });

  test('rejects a wrong state, and a second state', async () => {
    const browser = visitor();
    const address = await visit(browser);
    address.searchParams.set('state', 'another');
    expect((await refused(browser, address)).words[0]).toMatch(gone);
    const again = visitor();
    const twice = await visit(again);
    twice.searchParams.append('state', 'another');
    await refused(again, twice);
  });

  test('rejects another issuer in the callback’s address', async () => {
    mine.misbehaves = { returns: { iss: 'https://evil.example' } };
    const browser = visitor();
    expect((await refused(browser, await visit(browser))).failure).toBe('issuerWrong');
  });

  test('rejects an email address outside the proved domains, and one that is unverified (SSO-22)', async () => {
    for (const [person, failure] of [
      [{ sub: 'a', email: 'owner@globex.example' }, 'emailUnproved'],
      [{ sub: 'b', email: 'user@evil-acme.example' }, 'emailUnproved'],
      [{ sub: 'c', email: 'user@sub.acme.example' }, 'emailUnproved'],
      [{ sub: 'd', email: 'user@acme.example', email_verified: false }, 'emailUnproved'],
      [{ sub: 'd', email: 'user@acme.example', email_verified: 'False' }, 'emailUnproved'],
      [{ sub: 'd', email: 'user@acme.example', email_verified: '0' }, 'emailUnproved'],
      [{ sub: 'e', email: 'user@acme.example\n@evil.example' }, 'emailUnproved'],
      [{ sub: 'f' }, 'emailMissing'],
    ] as const) {
      mine.person = person;
      const browser = visitor();
      expect((await refused(browser, await visit(browser))).failure, JSON.stringify(person)).toBe(failure);
    }
    expect(await query('select * from sso_identities')).toEqual([]);
  });

  test.each(['', ' ', '\t', 'a\u0000b', 'a'.repeat(501)])(
    'rejects a token with the subject %j, and links nobody',
    async (sub) => {
      mine.person = { sub, email: 'user@acme.example' };
      const browser = visitor();
      expect((await refused(browser, await visit(browser))).failure).toBe('notOpenId');
      expect(await query('select * from sso_identities')).toEqual([]);
    },
  );

  test('ignores a session id that cannot be stored', async () => {
    mine.person = { sub: 'person-1', email: 'user@acme.example', sid: 'a\u0000' };
    const browser = visitor();
    expect((await comeBack(browser, await visit(browser))).headers.location).toBe('/Billing');
    expect(await query('select provider_session from sso_sessions')).toEqual([{ provider_session: null }]);
  });

  test('finds no user by a subject of another issuer (SSO-20)', async () => {
    const first = visitor();
    await comeBack(first, await visit(first));
    theirs.person = { sub: 'person-1' };
    const browser = visitor();
    const refusal = await refused(browser, await visit(browser, globex));
    expect(refusal.failure).toBe('emailMissing');
  });

  test('rejects users who are inactive, expired, operators or of a disabled account', async () => {
    for (const change of ['active = false', "expires_at = now() - interval '1 day'", 'is_operator = true']) {
      await query(`update users set ${change} where email = 'user@acme.example'`);
      const browser = visitor();
      const refusal = await refused(browser, await visit(browser));
      await query(
        `update users set active = true, expires_at = null, is_operator = false where email = 'user@acme.example'`,
      );
      expect(refusal.failure, change).toBe('personDisabled');
    }
    await query(`update accounts set disabled_at = now(), disabled_reason = 'closed' where id = 2`);
    const browser = visitor();
    const back = await comeBack(browser, await visit(browser));
    await query('update accounts set disabled_at = null, disabled_reason = null where id = 2');
    expect(back.headers.location).toBe('/login');
    expect(await emailIn(browser)).toBeUndefined();
  });

  test('accepts a provider’s new keys, even if they change twice in a row', async () => {
    for (const _ of [1, 2]) {
      mine.changeKey();
      const browser = visitor();
      expect((await comeBack(browser, await visit(browser))).headers.location).toBe('/Billing');
    }
  });

  test.each([
    'drops',
    'endless',
    { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
    { status: 500 },
  ] as const)('explains the failure if the provider answers %o', async (answer) => {
    const browser = visitor();
    const address = await visit(browser);
    mine.misbehaves = { answers: { '/token': answer } };
    const { words } = await refused(browser, address);
    expect(words).toHaveLength(2);
  });

  test('reports that a provider has become unreachable since its last use', async () => {
    await begin(visitor());
    mine.misbehaves = { answers: { '/discovery': 'drops' } };
    expect(await begin(visitor())).toContain(mine.issuer);
    const { now } = Date;
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
    const browser = visitor();
    const location = await begin(browser);
    later.mockRestore();
    expect(location).toBe('/login');
    expect((await readMessages(browser, { headers: { location } }))[0]).toMatch(/is not responding right now/);
  });

  test('names an unreachable provider before the redirect, also in French', async () => {
    await readAnew();
    mine.misbehaves = { answers: { '/discovery': 'drops' } };
    const browser = visitor();
    browser.cookies.portico_locale = 'fr';
    const location = await begin(browser);
    expect(location).toBe('/login');
    expect(await readMessages(browser, { headers: { location } })).toEqual([
      'Acme Login ne répond pas pour le moment. Réessayez dans quelques minutes.',
      'En attendant, vous pouvez vous connecter autrement.',
    ]);
  });
});
