import type { SsoTest, SsoTestStep } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../../test/browser.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../../test/identity-provider.ts';
import { ownPort } from '../../../test/own-port.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { seal } from '../../core/secrets.ts';
import { type Misbehavior, startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import {
  appSecret,
  type ConnectedProvider,
  createSignOnPortal,
  html,
  publicUrl,
} from './sign-on-portal.test-support.ts';

const admin = 'admin@acme.example';
const tenantId = '8c1f04e2-5b7d-4a39-a0c6-2e9b7f31d845';
const failedStep = ({ steps }: SsoTest) => steps.find(({ state }) => state === 'failed');
const findStep = ({ steps }: SsoTest, name: SsoTestStep) => steps.find(({ step }) => step === name);
const stepStates = ({ steps }: SsoTest) => steps.map(({ state }) => state);

describe('a test sign-in', async () => {
  const port = await ownPort();
  const issuer = `http://127.0.0.1:${port}`;
  const faulty = await startMisbehavingProvider();
  const entra = await startMisbehavingProvider([], `/${tenantId}/v2.0`);
  // Nothing listens at this port, so records are immediately unreachable.
  const nameServers = [`127.0.0.1:${await ownPort()}`];
  const entraOrigin = new URL(entra.issuer).origin;
  const portal = await createSignOnPortal({
    privateOrigins: [issuer, faulty.issuer, entraOrigin],
    accountProviders: { nameServers, entraAuthority: `${entraOrigin}/{tenantId}/v2.0` },
  });
  const { database, query, visitor } = portal;
  let provider: TestIdentityProvider;
  let good: ConnectedProvider;
  let bad: ConnectedProvider;
  let tenant: ConnectedProvider;

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    const client = { clientId: `portal-${port}`, clientSecret: 'the secret of the client, long enough' };
    const [products] = await query('select array_agg(id) as ids from products');
    const [product] = (products?.ids ?? []) as string[];
    good = await portal.connect({
      issuer,
      ...client,
      claimMappings: [{ claim: 'email', value: 'new@acme.example', role: 'admin', products: product ? [product] : [] }],
    });
    bad = await portal.connect({ ...faulty, name: 'Faulty', domains: ['faulty.example'] });
    faulty.redirectUris.add(`${publicUrl}/signin-sso/${bad.key}`);
    tenant = await portal.connect({ ...entra, name: 'Entra', type: 0, tenantId, domains: ['entra.example'] });
    entra.redirectUris.add(`${publicUrl}/signin-sso/${tenant.key}`);
    provider = await startIdentityProvider(`${publicUrl}/signin-sso/${good.key}`, port);
  });
  beforeEach(async () => {
    await query('delete from sso_tests');
    await query('delete from sso_flows');
    await query('delete from sso_identities');
    await query('delete from rate_limits');
    await query('update external_providers set is_active = true, creates_users = false, tested_revision = null');
    provider.person = { sub: 'person-1', email: 'user@acme.example' };
    provider.tamper = null;
    provider.forges = false;
    faulty.misbehaves = {};
    faulty.person = { sub: 'person-1', email: 'pat@faulty.example' };
  });

  const testsPath = ({ id }: ConnectedProvider) => `/api/ExternalProviders/${id}/Tests`;
  const start = async (browser: Browser, at: ConnectedProvider) => {
    const answer = await browser.post(testsPath(at), {});
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as { test: SsoTest; signInUrl: string | null };
  };
  const read = async (browser: Browser, at: ConnectedProvider, id: number): Promise<SsoTest> =>
    (await browser.get(`${testsPath(at)}/${id}`)).json();
  /** Begins a test, and returns from the provider. */
  const whole = async (browser: Browser, at: ConnectedProvider, visit: (address: string) => Promise<URL | null>) => {
    const begun = await start(browser, at);
    expect(begun.test.state, JSON.stringify(begun.test)).toBe('waiting');
    const location = await visit(String(begun.signInUrl));
    const page = await portal.comeBack(browser, location as URL);
    return { page, test: await read(browser, at, begun.test.id) };
  };
  const sessions = async () => (await query('select count(*)::int as n from sessions'))[0]?.n;

  describe('at a real provider', () => {
    test('passes, reports the resulting user, and signs nobody in (SSO-54)', async () => {
      const browser = await signedIn(portal.app, admin);
      const before = await sessions();
      const cookies = { ...browser.cookies };
      const { page, test: passed } = await whole(browser, good, (address) => provider.visit(address));
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toContain('<h1>The test is over</h1>');
      expect(page.body).not.toContain('<script');
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*style-src 'sha256-[^']+'$/);
      expect([passed.state, stepStates(passed)]).toEqual(['passed', Array(6).fill('passed')]);
      expect(passed.person).toMatchObject({ kind: 'existing', email: 'user@acme.example', role: 'user' });
      expect(findStep(passed, 'discovery')?.facts).toEqual({ host: `127.0.0.1:${port}`, issuer });
      expect(findStep(passed, 'keys')?.facts).toMatchObject({ keys: 1, algorithms: ['RS256'], clockTolerance: 60 });
      expect(findStep(passed, 'signIn')?.facts).toMatchObject({ isSecretAccepted: true });
      expect(findStep(passed, 'claims')?.facts).toMatchObject({ email: 'user@acme.example', subject: 'person-1' });
      expect(passed.startedBy).toBeTruthy();
      expect(await sessions()).toBe(before);
      expect(browser.cookies).toEqual(cookies);
      expect(await portal.emailIn(browser)).toBe(admin);
      expect(await query('select * from sso_identities')).toEqual([]);
      expect(await query('select * from sso_sign_ins')).toEqual([]);
      const [row] = await query('select revision, tested_revision from external_providers where id = $1', [good.id]);
      expect(row?.tested_revision).toBe(row?.revision);
    });

    test('reports a new user with the mappings’ role and products', async () => {
      await query('update external_providers set creates_users = true where id = $1', [good.id]);
      provider.person = { sub: 'person-2', email: 'new@acme.example' };
      const browser = await signedIn(portal.app, admin);
      const { test: passed } = await whole(browser, good, (address) => provider.visit(address));
      expect(passed.person).toMatchObject({ kind: 'new', email: 'new@acme.example', role: 'admin' });
      expect(await query(`select id from users where email = 'new@acme.example'`)).toEqual([]);
    });

    test.each([
      ['is unknown', 'nobody@acme.example', 'personUnknown'],
      ['has an address outside the proved domains', 'owner@globex.example', 'emailUnproved'],
    ])('reports that the person %s', async (_, email, failure) => {
      provider.person = { sub: 'person-3', email };
      const browser = await signedIn(portal.app, admin);
      const { test: failed } = await whole(browser, good, (address) => provider.visit(address));
      expect([failed.state, failedStep(failed)]).toMatchObject(['failed', { step: 'person', failure }]);
      expect(failed.person?.kind).toBe('refused');
    });

    test('reports that the person canceled', async () => {
      provider.person = null;
      const browser = await signedIn(portal.app, admin);
      const { test: failed } = await whole(browser, good, (address) => provider.visit(address));
      expect(failedStep(failed)).toMatchObject({
        step: 'signIn',
        failure: 'canceled',
        providerSays: { code: 'access_denied', text: 'The person gave up.' },
      });
    });

    test('reports an unregistered address before a person signs in', async () => {
      const wrong = await portal.connect({
        issuer,
        clientId: `portal-${port}`,
        clientSecret: 'any',
        name: 'Unregistered',
        domains: ['unregistered.example'],
      });
      const { test: failed, signInUrl } = await start(await signedIn(portal.app, admin), wrong);
      const redirectUri = `${publicUrl}/signin-sso/${wrong.key}`;
      expect([signInUrl, failedStep(failed)]).toMatchObject([
        null,
        { step: 'signIn', failure: 'redirectUriUnknown', facts: { redirectUri } },
      ]);
      await query('delete from external_providers where id = $1', [wrong.id]);
    });

    test('reports a wrong secret before a person signs in', async () => {
      await query(`update external_providers set client_secret = $2, revision = revision + 1 where id = $1`, [
        good.id,
        seal(appSecret, { purpose: 'identity provider', owner: good.key }, Buffer.from('a wrong one')),
      ]);
      const { test: failed } = await start(await signedIn(portal.app, admin), good);
      await query(`update external_providers set client_secret = $2, revision = revision + 1 where id = $1`, [
        good.id,
        seal(appSecret, { purpose: 'identity provider', owner: good.key }, Buffer.from(provider.clientSecret)),
      ]);
      expect(failedStep(failed)).toMatchObject({
        step: 'signIn',
        failure: 'secretWrong',
        providerSays: { code: 'invalid_client' },
      });
    });

    test('shows the running step', async () => {
      const browser = await signedIn(portal.app, admin);
      faulty.misbehaves = { answers: { '/keys': 'never' } };
      const begun = start(browser, bad);
      const looked = async () => (await browser.get(testsPath(bad))).json().latest as SsoTest | null;
      await expect.poll(async () => findStep((await looked()) as SsoTest, 'keys')?.state).toBe('running');
      const meanwhile = (await looked()) as SsoTest;
      expect([meanwhile.state, stepStates(meanwhile).slice(0, 4)]).toEqual([
        'running',
        ['passed', 'passed', 'running', 'notReached'],
      ]);
      faulty.hangUp();
      expect(failedStep((await begun).test)).toMatchObject({ step: 'keys', failure: 'providerAway' });
    });

    test('can only be completed in the browser where it began', async () => {
      const browser = await signedIn(portal.app, admin);
      const begun = await start(browser, good);
      const location = await provider.visit(String(begun.signInUrl));
      await portal.comeBack(visitor(), location);
      expect((await read(browser, good, begun.test.id)).state).toBe('waiting');
      expect(await query('select * from sso_sign_ins')).toEqual([]);
    });

    test('expires after ten minutes (SSO-51)', async () => {
      const browser = await signedIn(portal.app, admin);
      const begun = await start(browser, good);
      const location = await provider.visit(String(begun.signInUrl));
      await query(`update sso_tests set started_at = now() - interval '601 seconds'`);
      const gone = await read(browser, good, begun.test.id);
      expect([gone.state, failedStep(gone)]).toMatchObject(['gone', { step: 'signIn', failure: 'gone' }]);
      await portal.comeBack(browser, location);
      expect((await read(browser, good, begun.test.id)).state).toBe('gone');
    });

    test('does not count if the settings changed during the test', async () => {
      const browser = await signedIn(portal.app, admin);
      const begun = await start(browser, good);
      const location = await provider.visit(String(begun.signInUrl));
      await query('update external_providers set revision = revision + 1');
      await portal.comeBack(browser, location);
      const failed = await read(browser, good, begun.test.id);
      expect(failedStep(failed)).toMatchObject({ step: 'signIn', failure: 'gone', facts: { isChanged: true } });
      const [row] = await query('select tested_revision from external_providers where id = $1', [good.id]);
      expect(row?.tested_revision).toBeNull();
    });

    test('tests unsaved settings if there are any (SSO-55)', async () => {
      const broken = seal(appSecret, { purpose: 'identity provider', owner: good.key }, Buffer.from('a wrong one'));
      const right = seal(
        appSecret,
        { purpose: 'identity provider', owner: good.key },
        Buffer.from(provider.clientSecret),
      );
      await query('update external_providers set client_secret = $2, revision = revision + 1 where id = $1', [
        good.id,
        broken,
      ]);
      const browser = await signedIn(portal.app, admin);
      const settings = { domain: 'acme.example', authority: issuer, clientId: `portal-${port}` };
      const begin = async (clientSecret: string) => {
        const answer = await browser.post(testsPath(good), { settings: { ...settings, clientSecret } });
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json() as { test: SsoTest; signInUrl: string | null };
      };
      expect(failedStep((await begin('')).test)).toMatchObject({ failure: 'secretWrong' });
      const begun = await begin(provider.clientSecret);
      const [flow] = await query('select draft from sso_flows');
      expect(flow?.draft.includes(Buffer.from(provider.clientSecret))).toBe(false);
      await portal.comeBack(browser, await provider.visit(String(begun.signInUrl)));
      const passed = await read(browser, good, begun.test.id);
      const [row] = await query(
        'select revision, tested_revision, tested_draft, client_secret from external_providers where id = $1',
        [good.id],
      );
      await query('update external_providers set client_secret = $2, revision = revision + 1 where id = $1', [
        good.id,
        right,
      ]);
      expect([passed.state, passed.revision]).toEqual(['passed', row?.revision + 1]);
      expect(row).toMatchObject({ tested_revision: null, client_secret: broken });
      expect(row?.tested_draft).toHaveLength(32);
      expect(await query('select * from sso_flows')).toEqual([]);
    });

    test('sends the saved secret only to the saved address (SSO-4)', async () => {
      const browser = await signedIn(portal.app, admin);
      faulty.asked.length = 0;
      const settings = { domain: 'acme.example', authority: faulty.issuer, clientId: `portal-${port}` };
      const answer = await browser.post(testsPath(good), { settings });
      expect([answer.statusCode, Object.keys(answer.json().propertyErrors)]).toEqual([422, ['clientSecret']]);
      expect(faulty.asked).toEqual([]);
      const own = { ...settings, clientSecret: 'a secret that the admin typed' };
      expect((await browser.post(testsPath(good), { settings: own })).statusCode).toBe(200);
    });

    test.each([
      [{ domain: '', authority: '', clientId: 'x' }, ['authority', 'domain']],
      [{ domain: 'acme.example', authority: 'http://169.254.169.254', clientId: 'x' }, ['authority']],
      [{ domain: 'acme.example', authority: 'https://x.example', clientSecret: 'a\u200bb' }, ['clientSecret']],
    ])('shows at its field why an unsaved setting is rejected: %j', async (settings, fields) => {
      const answer = await (await signedIn(portal.app, admin)).post(testsPath(good), { settings });
      expect([answer.statusCode, Object.keys(answer.json().propertyErrors).sort()]).toEqual([422, fields]);
    });

    test('works while the provider is disabled', async () => {
      await query('update external_providers set is_active = false');
      const browser = await signedIn(portal.app, admin);
      const { test: passed } = await whole(browser, good, (address) => provider.visit(address));
      expect(passed.state).toBe('passed');
    });

    test('shows its page in French', async () => {
      const browser = await signedIn(portal.app, admin);
      const begun = await start(browser, good);
      const location = await provider.visit(String(begun.signInUrl));
      const page = await browser.get(`${location.pathname}${location.search}`, {
        headers: { ...html.headers, 'accept-language': 'fr-CA' },
      });
      expect(page.body).toMatch(/<html lang="fr">[\s\S]*<h1>L’essai est terminé<\/h1>/);
    });
  });

  describe('at a misbehaving provider', () => {
    const tested = async (misbehaves: Misbehavior) => {
      faulty.misbehaves = misbehaves;
      const browser = await signedIn(portal.app, admin);
      const begun = await start(browser, bad);
      if (begun.signInUrl === null) return begun.test;
      const location = await faulty.visit(begun.signInUrl);
      await portal.comeBack(browser, location as URL);
      return read(browser, bad, begun.test.id);
    };

    test.each<[string, Misbehavior, SsoTestStep, string]>([
      ['no description', { answers: { '/discovery': { status: 404 } } }, 'discovery', 'notOpenId'],
      ['another issuer', { describes: (d) => ({ ...d, issuer: 'https://x.example' }) }, 'discovery', 'issuerDiffers'],
      ['no keys', { keys: [] }, 'keys', 'keysMissing'],
      ['a clock 4 minutes off', { clockAhead: -240 }, 'keys', 'clockDiffers'],
      ['a token without a signature', { signs: 'none' }, 'claims', 'algorithmNotAllowed'],
      ['a token signed by the public key as a secret', { signs: 'HS256' }, 'claims', 'algorithmNotAllowed'],
      ['a token of another key', { signs: 'anotherKey' }, 'claims', 'signatureWrong'],
      ['a token of an unlisted key', { signs: 'unknownKeyId' }, 'claims', 'signatureWrong'],
      ['another audience', { claims: (c) => ({ ...c, aud: 'another' }) }, 'claims', 'audienceWrong'],
      [
        'a further audience without a party',
        { claims: (c) => ({ ...c, aud: ['portal', 'x'], azp: 'x' }) },
        'claims',
        'audienceWrong',
      ],
      ['a token of another issuer', { claims: (c) => ({ ...c, iss: 'https://x.example' }) }, 'claims', 'issuerWrong'],
      ['another nonce', { claims: (c) => ({ ...c, nonce: 'x' }) }, 'claims', 'nonceWrong'],
      ['no nonce', { claims: ({ nonce: _, ...c }) => c }, 'claims', 'nonceWrong'],
      ['an expired token', { claims: (c) => ({ ...c, exp: Number(c.iat) - 120 }) }, 'claims', 'tokenExpired'],
      ['a token of the future', { claims: (c) => ({ ...c, nbf: Number(c.iat) + 240 }) }, 'claims', 'clockDiffers'],
      ['no address', { claims: ({ email: _, ...c }) => c }, 'claims', 'emailMissing'],
      ['an unverified address', { claims: (c) => ({ ...c, email_verified: false }) }, 'person', 'emailUnproved'],
      [
        'a refusal',
        { returns: { code: '', error: 'access_denied', error_description: 'AADSTS50105: not assigned' } },
        'signIn',
        'personRefused',
      ],
      ['another code', { returns: { code: 'another' } }, 'signIn', 'gone'],
    ])('stops at %s', async (_, misbehaves, step, failure) => {
      const failed = await tested(misbehaves);
      expect([failed.state, failedStep(failed)]).toMatchObject(['failed', { step, failure }]);
      const after = failed.steps.slice(failed.steps.findIndex((one) => one.state === 'failed') + 1);
      expect(after.every(({ state, tookMilliseconds }) => state === 'notReached' && tookMilliseconds === null)).toBe(
        true,
      );
      expect(await query('select tested_revision from external_providers where id = $1', [bad.id])).toEqual([
        { tested_revision: null },
      ]);
      expect(await query('select * from sso_identities')).toEqual([]);
    });

    test.each([
      ['passes with the tenant’s object id', tenantId, 'passed', undefined],
      ['stops at a token of another tenant', 'another', 'failed', { step: 'claims', failure: 'tenantWrong' }],
    ])('of Entra ID %s', async (_, tid, state, failed) => {
      const browser = await signedIn(portal.app, admin);
      entra.person = { sub: 'pairwise', oid: 'object-1', tid, preferred_username: 'pat@entra.example' };
      await query('update external_providers set creates_users = true where id = $1', [tenant.id]);
      const { test: ended } = await whole(browser, tenant, (address) => entra.visit(address));
      expect([ended.state, failedStep(ended)]).toEqual([state, failed && expect.objectContaining(failed)]);
      if (!failed) expect(findStep(ended, 'claims')?.facts).toMatchObject({ subject: 'object-1' });
    });

    test('reports the difference of the clocks', async () => {
      const { facts } = failedStep(await tested({ clockAhead: 240 })) ?? {};
      expect(Math.abs(Number(facts?.seconds) - 240)).toBeLessThan(3);
    });

    test('stores the provider’s text without secrets', async () => {
      const text = `<script>alert("${faulty.clientSecret}")</script>\r\n${'x'.repeat(500)}`;
      const failed = await tested({ returns: { code: '', error: 'server_error', error_description: text } });
      const { providerSays } = failedStep(failed) ?? {};
      expect(providerSays?.code).toBe('server_error');
      expect(providerSays?.text).toMatch(/^<script>alert\("…"\)<\/script> x+$/);
      expect(providerSays?.text).toHaveLength(300);
      const [stored] = await query('select steps::text as steps from sso_tests');
      expect(stored?.steps).not.toContain(faulty.clientSecret);
    });

    test('stores any value in a claim', async () => {
      const odd = '\u0000\ud800 odd\n\u202e';
      const claims = { groups: [odd, 'g'.repeat(1_000)], given_name: odd, [`claim${odd}`]: odd };
      const passed = await tested({ claims: (stated) => ({ ...stated, ...claims }) });
      expect(failedStep(passed)).toMatchObject({ step: 'person', failure: 'personUnknown' });
      expect(findStep(passed, 'claims')?.facts.groups).toEqual(['\ufffd odd', 'g'.repeat(300)]);
    });

    test('stops at the first step without a proved domain', async () => {
      await query('update external_provider_domains set proved_at = null, proof = null where provider_id = $1', [
        bad.id,
      ]);
      const failed = await tested({});
      await query(`update external_provider_domains set proved_at = now(), proof = 'dns' where provider_id = $1`, [
        bad.id,
      ]);
      expect(failedStep(failed)).toMatchObject({
        step: 'domain',
        failure: 'domainUnreachable',
        facts: { domain: 'faulty.example' },
      });
    });

    test('neither follows a provider to private addresses nor reads endless answers', async () => {
      const location = 'http://127.0.0.1:1/internal';
      expect(failedStep(await tested({ answers: { '/keys': { status: 302, headers: { location } } } }))).toMatchObject({
        step: 'keys',
        failure: 'redirected',
      });
      expect(failedStep(await tested({ answers: { '/token': 'endless' } }))).toMatchObject({
        step: 'signIn',
        failure: 'answerTooLarge',
      });
      const inside = {
        describes: (d: Record<string, unknown>) => ({ ...d, token_endpoint: 'https://169.254.169.254/token' }),
      };
      expect(failedStep(await tested(inside))).toMatchObject({ step: 'signIn', failure: 'addressNotAllowed' });
    });
  });

  describe('as a list', () => {
    test('shows the newest first, and keeps twenty (SSO-52)', async () => {
      const browser = await signedIn(portal.app, admin);
      faulty.misbehaves = { keys: [] };
      await start(browser, bad);
      await query(
        `insert into sso_tests (provider_id, revision, state, steps, started_at)
         select provider_id, revision, state, steps, now() - interval '1 day' from sso_tests, generate_series(1, 25)`,
      );
      const { test: newest } = await start(browser, bad);
      const { items, latest } = (await browser.get(testsPath(bad))).json();
      expect([items.length, items[0]]).toMatchObject([
        20,
        { id: newest.id, failedStep: 'keys', failure: 'keysMissing' },
      ]);
      expect(latest).toEqual(newest);
      expect(await query('select count(*)::int as n from sso_tests')).toEqual([{ n: 20 }]);
    });

    test('is limited to twenty an hour for each provider (SSO-53)', async () => {
      const browser = await signedIn(portal.app, admin);
      faulty.misbehaves = { answers: { '/discovery': { status: 404 } } };
      const answers = [];
      for (let count = 0; count < 21; count += 1) answers.push((await browser.post(testsPath(bad), {})).statusCode);
      expect(answers).toEqual([...Array(20).fill(200), 429]);
    });

    test('refuses another account, a user without the permission, and visitors', async () => {
      const { test: begun } = await start(await signedIn(portal.app, admin), good);
      const other = await signedIn(portal.app, 'owner@globex.example');
      for (const answer of [
        await other.post(testsPath(good), {}),
        await other.get(testsPath(good)),
        await other.get(`${testsPath(good)}/${begun.id}`),
        await other.post(`/api/ExternalProviders/${good.id}/MappingPreview`, { token: '{}' }),
      ])
        expect(answer.statusCode).toBe(404);
      const reader = await signedIn(portal.app, 'readonly@acme.example');
      expect((await reader.post(testsPath(good), {})).statusCode).toBe(403);
      expect((await visitor().get(testsPath(good))).statusCode).toBe(401);
      const own = await signedIn(portal.app, admin);
      expect((await own.get(`${testsPath(bad)}/${begun.id}`)).statusCode).toBe(404);
    });

    test('rejects a provider without a client', async () => {
      await query('update external_providers set is_active = false, client_id = null where id = $1', [bad.id]);
      const answer = await (await signedIn(portal.app, admin)).post(testsPath(bad), {});
      await query('update external_providers set client_id = $2 where id = $1', [bad.id, faulty.clientId]);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'ValidationError']);
    });
  });

  describe('the preview of mappings (SSO-49)', () => {
    const preview = async (token: string) =>
      (await signedIn(portal.app, admin)).post(`/api/ExternalProviders/${good.id}/MappingPreview`, { token });
    const claims = { sub: 'p', email: 'user@acme.example', realm_access: { roles: ['a', 'b'] }, exp: 1 };

    test('shows a token’s user, even if the signature is invalid', async () => {
      const token = faulty.signs({ ...claims, iss: 'https://x.example' });
      const answer = await preview(token);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toMatchObject({
        person: { kind: 'existing', email: 'user@acme.example', role: 'user' },
        failure: null,
        applied: [],
      });
      expect(answer.json().claims).toContainEqual({ claim: 'realm_access.roles', values: ['a', 'b'] });
    });

    test('reads claims as JSON, and shows which mappings apply', async () => {
      await query('update external_providers set creates_users = true where id = $1', [good.id]);
      const answer = await preview(JSON.stringify({ ...claims, email: 'new@acme.example' }));
      expect(answer.json()).toMatchObject({ person: { kind: 'new', role: 'admin' }, applied: [0] });
    });

    test('reveals nothing about other accounts’ users', async () => {
      const answer = await preview(JSON.stringify({ ...claims, email: 'owner@globex.example' }));
      expect(answer.json()).toMatchObject({
        person: { kind: 'refused', name: 'owner@globex.example' },
        failure: 'emailUnproved',
      });
    });

    test('reads any value in a token', async () => {
      const odd = '\u0000\ud800';
      const answer = await preview(JSON.stringify({ sub: odd, iss: odd, email: 'user@acme.example', groups: [odd] }));
      expect([answer.statusCode, answer.json().person.kind]).toEqual([200, 'existing']);
    });

    test.each(['x', 'a.b.c', '[]', 'null', '"text"', '{"a":', 'eyJ.eyJ.x'])('rejects %j', async (token) => {
      const answer = await preview(token);
      expect([answer.statusCode, Object.keys(answer.json().propertyErrors)]).toEqual([422, ['token']]);
    });
  });
});
