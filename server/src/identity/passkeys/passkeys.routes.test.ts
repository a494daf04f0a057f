import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestAuthenticator } from '../../../test/authenticator.ts';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../../accounts/index.ts';

const publicUrl = 'http://localhost:3000';
const owner = 'owner@acme.example';

describe('passkeys', async () => {
  const database = await createTestDatabase();
  const app = await createTestPortal(database);

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
  });
  beforeEach(async () => {
    await database.pool.query('delete from passkeys');
    await database.pool.query('delete from rate_limits');
    await database.pool.query('delete from mail_messages');
    await database.pool.query('update users set active = true, passkey_offered_at = null');
  });

  const requestOptions = async (browser: Browser, path: string) => {
    const response = await browser.post(path, {});
    expect(response.statusCode, response.body).toBe(200);
    return response.json().options;
  };
  const add = async (browser: Browser, authenticator: TestAuthenticator, name = '') => {
    const response = authenticator.create(await requestOptions(browser, '/api/Passkeys/Options'));
    return browser.post('/api/Passkeys', { name, response });
  };
  /** A browser whose user has a passkey. */
  const withPasskey = async (user = owner) => {
    const browser = await signedIn(app, user);
    const authenticator = new TestAuthenticator(publicUrl);
    const added = await add(browser, authenticator);
    expect(added.statusCode, added.body).toBe(200);
    return { browser, authenticator, id: added.json().id as number };
  };
  const visitor = async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    return browser;
  };
  const kinds = async () =>
    (await database.pool.query('select kind from audit_events order by id desc limit 3')).rows.map(({ kind }) => kind);
  const notices = async () =>
    (
      await database.pool.query(
        "select template, recipient, data from mail_messages where template = 'securityNotice' order by id",
      )
    ).rows;

  describe('adding', () => {
    test('requests a discoverable passkey that verifies its user (PSK-2, PSK-3, PSK-5)', async () => {
      const browser = await signedIn(app, owner);
      const options = await requestOptions(browser, '/api/Passkeys/Options');
      const { rows } = await database.pool.query('select public_id from users where email = $1', [owner]);
      expect(options).toMatchObject({
        rp: { id: 'localhost' },
        user: { id: Buffer.from(rows[0].public_id.replaceAll('-', ''), 'hex').toString('base64url') },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    });

    test('stores the passkey with its model’s name, audits it and mails the user (PSK-9)', async () => {
      const { browser } = await withPasskey();
      const { items, canAdd } = (await browser.get('/api/Passkeys')).json();
      expect(items).toMatchObject([
        { name: 'iCloud Keychain', keeper: 'iCloud Keychain', isSynced: true, lastUsedAt: null },
      ]);
      expect(canAdd).toBe(true);
      expect((await kinds())[0]).toBe('passkeyAdded');
      expect(await notices()).toMatchObject([
        { template: 'securityNotice', recipient: owner, data: { change: 'passkeys', login: owner } },
      ]);
    });

    test('names a passkey of an unknown model in the reader’s language, unless the user enters a name', async () => {
      const browser = await signedIn(app, owner);
      browser.cookies.portico_locale = 'fr';
      const authenticator = new TestAuthenticator(publicUrl);
      authenticator.aaguid = '00000000-0000-0000-0000-000000000000';
      expect((await add(browser, authenticator)).json()).toMatchObject({ name: 'Clé d’accès', keeper: null });
      expect((await add(browser, authenticator, ' Work phone ')).json()).toMatchObject({ name: 'Work phone' });
    });

    test.each([
      ['of another origin', { origin: 'https://evil.example' }],
      ['for another host', { rpId: 'evil.example' }],
      ['without verification of its user', { isUserVerified: false }],
    ])('rejects a passkey %s', async (_, answering) => {
      const browser = await signedIn(app, owner);
      const options = await requestOptions(browser, '/api/Passkeys/Options');
      const response = new TestAuthenticator(publicUrl).create(options, answering);
      const refused = await browser.post('/api/Passkeys', { name: '', response });
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'ValidationError']);
      expect((await browser.get('/api/Passkeys')).json().items).toEqual([]);
    });

    test('satisfies the account’s required second factor during sign-in (MFA-12)', async () => {
      await database.pool.query('update accounts set second_factor_required = true');
      const [browser, other] = [await visitor(), await visitor()];
      const signIn = { userName: owner, password: demonstrationPassword };
      for (const each of [browser, other]) {
        expect((await each.post('/LoginWithMFA', signIn)).json().redirectUrl).toBe('/ConfigureMFA');
        await each.open('/ConfigureMFA');
      }
      const former = browser.at(app);
      expect((await browser.get('/api/Passkeys')).statusCode).toBe(401);
      expect((await add(browser, new TestAuthenticator(publicUrl))).statusCode).toBe(200);
      expect((await browser.get('/api/Passkeys')).json().items).toHaveLength(1);
      for (const ended of [former, other]) expect((await ended.get('/api/User/Current')).statusCode).toBe(401);
      await database.pool.query('update accounts set second_factor_required = false');
    });

    test('accepts a challenge once, in the session that requested it, for its purpose (PSK-4)', async () => {
      const browser = await signedIn(app, owner);
      const authenticator = new TestAuthenticator(publicUrl);
      const response = authenticator.create(await requestOptions(browser, '/api/Passkeys/Options'));
      expect((await browser.post('/api/Passkeys', { name: '', response })).statusCode).toBe(200);
      expect((await browser.post('/api/Passkeys', { name: '', response })).statusCode).toBe(422);

      const other = await signedIn(app, owner);
      const elsewhere = authenticator.create(await requestOptions(browser, '/api/Passkeys/Options'));
      expect((await other.post('/api/Passkeys', { name: '', response: elsewhere })).statusCode).toBe(422);

      const confirming = await requestOptions(browser, '/api/Passkeys/Confirm/Options');
      const forAnother = authenticator.create({
        ...confirming,
        rp: { id: 'localhost' },
        user: { id: authenticator.credentials[0]?.userHandle },
      });
      expect((await browser.post('/api/Passkeys', { name: '', response: forAnother })).statusCode).toBe(422);
    });

    test('rejects a late answer', async () => {
      const browser = await signedIn(app, owner);
      const response = new TestAuthenticator(publicUrl).create(await requestOptions(browser, '/api/Passkeys/Options'));
      await database.pool.query('update passkey_challenges set expires_at = now()');
      expect((await browser.post('/api/Passkeys', { name: '', response })).statusCode).toBe(422);
    });

    test('rejects the 21st passkey, also under concurrency (PSK-7)', async () => {
      const { browser, authenticator } = await withPasskey();
      await database.pool.query(
        `insert into passkeys (user_id, credential_id, public_key, name)
         select user_id, decode(md5(n::text), 'hex'), '\\x00', 'p' from passkeys, generate_series(1, 18) n`,
      );
      const asked = [];
      for (let n = 0; n < 3; n += 1)
        asked.push(authenticator.create(await requestOptions(browser, '/api/Passkeys/Options')));
      const added = await Promise.all(asked.map((response) => browser.post('/api/Passkeys', { name: '', response })));
      expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
      expect((await browser.get('/api/Passkeys')).json()).toMatchObject({ canAdd: false });
      expect((await browser.post('/api/Passkeys/Options', {})).json().code).toBe('Conflict');
    });

    test('excludes existing passkeys, so that their authenticators create no second one', async () => {
      const { browser, authenticator } = await withPasskey();
      const options = await requestOptions(browser, '/api/Passkeys/Options');
      expect(options.excludeCredentials).toMatchObject([{ id: authenticator.credentials[0]?.id }]);
    });

    test('requires a confirmation within the last ten minutes', async () => {
      const browser = await signedIn(app, owner);
      await database.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
      expect((await browser.post('/api/Passkeys/Options', {})).json().code).toBe('ConfirmationRequired');
    });
  });

  describe('renaming and removing', () => {
    test('renames a passkey, and answers 404 for another user’s passkey', async () => {
      const { browser, id } = await withPasskey();
      expect((await browser.post(`/api/Passkeys/${id}`, { name: 'Phone' })).json().name).toBe('Phone');
      const stranger = await signedIn(app, 'owner@globex.example');
      expect((await stranger.post(`/api/Passkeys/${id}`, { name: 'Mine' })).statusCode).toBe(404);
      expect((await stranger.send('DELETE', `/api/Passkeys/${id}`)).statusCode).toBe(404);
      expect((await browser.get('/api/Passkeys')).json().items).toMatchObject([{ name: 'Phone' }]);
    });

    test('removes a passkey, ends all other sessions, audits it and mails the user (PSK-12)', async () => {
      const { browser, id } = await withPasskey();
      const other = await signedIn(app, owner);
      expect((await browser.send('DELETE', `/api/Passkeys/${id}`)).statusCode).toBe(200);
      expect((await browser.get('/api/Passkeys')).json().items).toEqual([]);
      expect((await other.get('/api/User/Current')).statusCode).toBe(401);
      expect((await kinds())[0]).toBe('passkeyRemoved');
      expect(await notices()).toHaveLength(2);
    });

    test('refuses to remove the last sign-in method (PSK-8)', async () => {
      const { browser, id } = await withPasskey();
      const { rows } = await database.pool.query('select password_hash from users where email = $1', [owner]);
      await database.pool.query('update users set password_hash = null where email = $1', [owner]);
      const refused = await browser.send('DELETE', `/api/Passkeys/${id}`);
      await database.pool.query('update users set password_hash = $1 where email = $2', [rows[0].password_hash, owner]);
      expect(refused.json().code).toBe('LastWayIn');
      expect((await browser.get('/api/Passkeys')).json().items).toHaveLength(1);
    });

    test('refuses to remove the last factor if the account requires one (PSK-8)', async () => {
      const { browser, id } = await withPasskey();
      await database.pool.query('update accounts set second_factor_required = true');
      const refused = await browser.send('DELETE', `/api/Passkeys/${id}`);
      await database.pool.query('update accounts set second_factor_required = false');
      expect(refused.json().code).toBe('SecondFactorRequired');
    });
  });

  describe('signing in', () => {
    test('signs in without a name, with a passkey alone (PSK-1)', async () => {
      const { authenticator } = await withPasskey();
      const browser = await visitor();
      const options = await requestOptions(browser, '/api/Passkeys/SignIn/Options');
      expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(options.allowCredentials ?? []).toEqual([]);
      const response = authenticator.get(options);
      const entered = await browser.post('/api/Passkeys/SignIn', { response, ReturnUrl: '/Billing' });
      expect(entered.json()).toEqual({ redirectUrl: '/Billing', challenge: null });
      await browser.open('/');
      expect((await browser.get('/api/User/Current')).json().email).toBe(owner);
      const { rows } = await database.pool.query('select proofs from sessions order by created_at desc limit 1');
      expect(rows[0].proofs).toEqual(['passkey']);
      expect((await browser.get('/api/Passkeys')).json().items[0].lastUsedAt).not.toBeNull();
    });

    test('redirects to the identity provider if single sign-on is required (SSO-30)', async () => {
      const { authenticator } = await withPasskey();
      await database.pool.query(`update accounts set sso_required = true, sso_key = 'the-sign-in-page' where id = 2`);
      const browser = await visitor();
      const response = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'));
      const entered = await browser.post('/api/Passkeys/SignIn', { response, ReturnUrl: '/Billing' });
      await database.pool.query('update accounts set sso_required = false, sso_key = null where id = 2');
      expect(entered.json().redirectUrl).toBe('/sso/the-sign-in-page?ReturnUrl=%2FBilling');
      expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
    });

    test('works while the name is blocked by wrong passwords (PSK-10)', async () => {
      const { authenticator } = await withPasskey();
      const browser = await visitor();
      for (let n = 0; n < 10; n += 1) await browser.post('/LoginWithMFA', { userName: owner, password: 'wrong' });
      expect((await browser.post('/LoginWithMFA', { userName: owner, password: 'Portico-demo-1' })).statusCode).toBe(
        429,
      );
      const response = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'));
      expect((await browser.post('/api/Passkeys/SignIn', { response })).statusCode).toBe(200);
    });

    test.each([
      ['of another origin', { origin: 'https://evil.example' }],
      ['for another host', { rpId: 'evil.example' }],
      ['without verification of its user', { isUserVerified: false }],
      ['with a forged signature', { isForged: true }],
      ['that names another user', { userHandle: randomBytes(16).toString('base64url') }],
      ['that names no user', { userHandle: null }],
    ])('rejects an answer %s, and audits it', async (_, answering) => {
      const { authenticator } = await withPasskey();
      const browser = await visitor();
      const response = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'), answering);
      const refused = await browser.post('/api/Passkeys/SignIn', { response });
      expect([refused.statusCode, refused.json().code]).toEqual([422, 'InvalidCredentials']);
      expect((await kinds())[0]).toBe('passkeyRefused');
    });

    test('gives the same refusal for every invalid answer', async () => {
      const browser = await visitor();
      for (const response of [
        {},
        { id: 'AAAA' },
        { id: 7, response: null },
        { id: 'AAAA', response: { clientDataJSON: 'x' } },
      ]) {
        expect((await browser.post('/api/Passkeys/SignIn', { response })).json().code).toBe('InvalidCredentials');
      }
    });

    test('accepts a challenge once under concurrency, and only in the browser that requested it (PSK-4)', async () => {
      const { authenticator } = await withPasskey();
      const [browser, other] = [await visitor(), await visitor()];
      const stolen = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'));
      expect((await other.post('/api/Passkeys/SignIn', { response: stolen })).statusCode).toBe(422);
      const response = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'));
      const all = await Promise.all(
        Array.from({ length: 5 }, () => browser.at(app).post('/api/Passkeys/SignIn', { response })),
      );
      expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422]);
    });

    test('rejects a passkey whose counter decreased (PSK-6)', async () => {
      const browser = await signedIn(app, owner);
      const authenticator = new TestAuthenticator(publicUrl);
      authenticator.counts = true;
      await add(browser, authenticator);
      const enter = async (counter: number) => {
        const stranger = await visitor();
        const response = authenticator.get(await requestOptions(stranger, '/api/Passkeys/SignIn/Options'), { counter });
        return (await stranger.post('/api/Passkeys/SignIn', { response })).statusCode;
      };
      expect(await enter(5)).toBe(200);
      expect(await enter(5)).toBe(422);
      expect(await enter(4)).toBe(422);
      expect(await enter(6)).toBe(200);
    });

    test('rejects a user who is inactive', async () => {
      const { authenticator } = await withPasskey('admin@acme.example');
      await database.pool.query("update users set active = false where email = 'admin@acme.example'");
      const browser = await visitor();
      const response = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'));
      expect((await browser.post('/api/Passkeys/SignIn', { response })).json().code).toBe('InvalidCredentials');
    });

    test('rejects after 100 failures from an address (PSK-10)', async () => {
      const { authenticator } = await withPasskey();
      const browser = await visitor();
      await database.pool.query(
        "insert into rate_limits (key, points, expire) values ('passkey-address:127.0.0.1', 99, $1)",
        [Date.now() + 60_000],
      );
      // The valid answer is not counted as a failure.
      for (let n = 0; n < 2; n += 1) {
        const response = authenticator.get(await requestOptions(browser, '/api/Passkeys/SignIn/Options'));
        expect((await (await visitor()).at(app).post('/api/Passkeys/SignIn', { response })).statusCode).toBe(
          n === 0 ? 422 : 429,
        );
      }
    });
  });

  describe('confirming', () => {
    test('allows changes again (CON-1)', async () => {
      const { browser, authenticator } = await withPasskey();
      await database.pool.query("update sessions set confirmed_at = now() - interval '1 hour'");
      const options = await requestOptions(browser, '/api/Passkeys/Confirm/Options');
      expect(options.allowCredentials).toMatchObject([{ id: authenticator.credentials[0]?.id }]);
      const confirmed = await browser.post('/api/Passkeys/Confirm', { response: authenticator.get(options) });
      expect(Date.parse(confirmed.json().confirmedUntil)).toBeGreaterThan(Date.now() + 590_000);
      expect((await browser.post('/api/Passkeys/Options', {})).statusCode).toBe(200);
    });

    test('rejects another user’s passkey, and another session’s challenge', async () => {
      const { browser, authenticator } = await withPasskey();
      const stranger = await signedIn(app, 'owner@globex.example');
      const theirs = new TestAuthenticator(publicUrl);
      await add(stranger, theirs);
      const options = await requestOptions(browser, '/api/Passkeys/Confirm/Options');
      const foreign = theirs.get({ ...options, allowCredentials: [] });
      expect((await browser.post('/api/Passkeys/Confirm', { response: foreign })).json().code).toBe(
        'InvalidCredentials',
      );
      const again = await signedIn(app, owner);
      const elsewhere = authenticator.get(await requestOptions(browser, '/api/Passkeys/Confirm/Options'));
      expect((await again.post('/api/Passkeys/Confirm', { response: elsewhere })).json().code).toBe(
        'InvalidCredentials',
      );
    });
  });

  describe('the offer (PSK-11)', () => {
    const offered = async (browser: Browser) => (await browser.open('/')).preloaded.offerPasskey;

    test('appears after a sign-in with a password, once', async () => {
      const browser = await signedIn(app, owner);
      expect(await offered(browser)).toBe(true);
      expect((await browser.post('/api/Passkeys/DeclineOffer', {})).statusCode).toBe(200);
      expect(await offered(browser)).toBe(false);
      expect(await offered(await signedIn(app, owner))).toBe(false);
    });

    test('does not appear for visitors, for users with a passkey, or later in a session', async () => {
      expect((await new Browser(app).open('/login')).preloaded.offerPasskey).toBe(false);
      const { browser } = await withPasskey();
      await database.pool.query('update users set passkey_offered_at = null');
      expect(await offered(browser)).toBe(false);
      const other = await signedIn(app, 'user@acme.example');
      await database.pool.query("update sessions set confirmed_at = now() - interval '11 minutes'");
      expect(await offered(other)).toBe(false);
    });
  });

  test('deletes expired challenges in the purge', async () => {
    await requestOptions(await visitor(), '/api/Passkeys/SignIn/Options');
    await database.pool.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    const { deleteExpiredChallenges } = await import('./passkeys.queries.ts');
    await deleteExpiredChallenges(database.query);
    expect((await database.pool.query('select 1 from passkey_challenges')).rowCount).toBe(0);
  });
});
