import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { base, form, publicUrl, secret, startExternalProviders } from './external-providers.test-support.ts';
import { findSettings, findSettingsByDomain, listAccountSettings, recordTestPassed } from './settings.ts';
import { findDraft } from './tested-draft.ts';

const tenant = '8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845';

describe('an account’s identity providers', async () => {
  const portal = await startExternalProviders();
  const { app, browser, add, activate, details, prove, put, sql, findAuditEvent, isRequired, context, withCode } =
    portal;
  beforeEach(portal.clear);
  const fieldErrors = (response: { json(): { propertyErrors?: unknown } }) => response.json().propertyErrors;

  test('creates a disabled provider with the addresses to register and an unproved domain', async () => {
    const added = await add();
    expect(added).toMatchObject({
      name: 'Acme Login',
      type: 1,
      active: false,
      domain: 'login.acme.example',
      mailDomains: [],
      authority: null,
      clientId: null,
      clientSecretEnd: null,
      revision: 0,
      version: 0,
      testedRevision: null,
      hasBreakGlassCode: false,
      openSessions: 0,
      domains: [{ domain: 'login.acme.example', provedAt: null, recordName: '_portico-challenge.login.acme.example' }],
    });
    const [, key] = /^\/signin-sso\/([0-9a-f]{24})$/.exec(added.callbackPath) ?? [];
    expect(added).toMatchObject({
      signedOutCallbackPath: `/signout-sso/${key}`,
      callbackUrl: `${publicUrl}/signin-sso/${key}`,
      signedOutCallbackUrl: `${publicUrl}/signout-sso/${key}`,
      backChannelLogoutUrl: `${publicUrl}/signout-sso/${key}/back-channel`,
      frontChannelLogoutUrl: `${publicUrl}/signout-sso/${key}/front-channel`,
    });
    expect(added.signInUrl).toMatch(/^http:\/\/localhost:3000\/sso\/[0-9a-f]{24}$/);
    expect((await browser.get(base)).json().items).toMatchObject([{ id: added.id, name: 'Acme Login', active: false }]);
    expect(await details(added.id)).toEqual(added);
    expect(await findAuditEvent('identityProviderAdded')).toMatchObject({ detail: { provider: 'Acme Login' } });
  });

  test('reuses the account’s sign-in page for further providers, and normalizes a pasted address', async () => {
    const first = await add();
    const entra = await add({ name: 'Entra', type: 0, domain: 'https://acme.onmicrosoft.com/', tenantId: tenant });
    const okta = await add({ name: 'Okta', type: 2, domain: 'acme-admin.okta.com', tenantId: 'ignored' });
    expect([entra.signInUrl, okta.signInUrl]).toEqual([first.signInUrl, first.signInUrl]);
    expect(entra).toMatchObject({
      domain: 'acme',
      tenantId: tenant,
      authority: `https://login.microsoftonline.com/${tenant}/v2.0`,
      domains: [],
    });
    expect(okta).toMatchObject({ domain: 'acme', tenantId: null, authority: 'https://acme.okta.com', domains: [] });
  });

  test('rejects missing and wrong fields in the reader’s language', async () => {
    const post = (body: object, language = 'en') =>
      browser.post(base, { type: 0, ...body }, { headers: { 'accept-language': language } });
    expect(fieldErrors(await post({ name: ' ', domain: '' }))).toMatchObject({
      name: ['The name field is required.'],
      domain: ['The domain field is required.'],
    });
    expect(fieldErrors(await post({ name: 'A', domain: 'acme.com', tenantId: '' }))).toEqual({
      domain: [expect.stringContaining('acme.onmicrosoft.com')],
      tenantId: ['Tenant ID is required for Entra ID'],
    });
    expect(fieldErrors(await post({ name: 'A', domain: 'acme', tenantId: 'common' }))).toEqual({
      tenantId: [expect.stringContaining('Directory (tenant) ID')],
    });
    const refused = await post({ name: 'A', domain: 'acme' }, 'fr');
    expect(fieldErrors(refused)).toEqual({ tenantId: ['L’ID du locataire est obligatoire pour Entra ID'] });
  });

  test('rejects hostile values, and stores markup and emoji as plain text', async () => {
    for (const name of ['x'.repeat(10_000), 'a\0b', '\u200b', '\ud800', 7, null])
      expect((await browser.post(base, { name, domain: 'acme.example', type: 1 })).statusCode).toBeGreaterThanOrEqual(
        400,
      );
    for (const domain of ['x'.repeat(10_000), 'a\0b', '🦄', '<script>', '../..', 'a..b'])
      expect((await browser.post(base, { name: 'A', domain, type: 1 })).statusCode).toBeGreaterThanOrEqual(400);
    const { id } = await add({ name: '<b>Acme</b> 🦄 ‮' });
    expect((await details(id)).name).toBe('<b>Acme</b> 🦄');
  });

  test('rejects a name that the account already uses, ignoring case, and an eleventh provider', async () => {
    const { id } = await add();
    const again = await browser.post(base, { name: 'ACME LOGIN', domain: 'b.example', type: 1 });
    expect([again.statusCode, fieldErrors(again)]).toEqual([
      422,
      { name: ['You have an identity provider of this name already.'] },
    ]);
    const other = await add({ name: 'Other', domain: 'b.example' });
    const renamed = await put(browser, other.id, { ...form, domain: 'b.example' });
    expect([renamed.statusCode, Object.keys(fieldErrors(renamed) as object)]).toEqual([422, ['name']]);
    for (let count = 2; count < 10; count += 1) await add({ name: `Number ${count}` });
    const eleventh = await browser.post(base, { name: 'Eleventh', domain: 'c.example', type: 1 });
    expect([eleventh.statusCode, eleventh.json().additionalData]).toEqual([409, { reason: 'tooMany' }]);
    expect((await details(id)).name).toBe('Acme Login');
  });

  test('encrypts the secret, and shows only its end', async () => {
    const { id } = await add();
    const saved = await put(browser, id, { ...form, secretExpiresOn: '2027-03-14' });
    const reader = await new Browser(app).signIn('readonly@acme.example');
    expect((await reader.get(`${base}/${id}`)).json()).toMatchObject({ clientSecretEnd: '', clientId: 'portal' });
    expect(saved.json()).toMatchObject({ clientSecretEnd: 'q9Lx', clientId: 'portal', secretExpiresOn: '2027-03-14' });
    expect(saved.json().clientSecretSavedAt).not.toBeNull();
    const [row] = await sql('select * from external_providers');
    expect(JSON.stringify({ row, events: await sql('select * from audit_events') })).not.toContain(secret);
    expect(row?.client_secret.includes(Buffer.from(secret))).toBe(false);
    expect(await findSettings(context, { id, accountId: portal.accountId })).toMatchObject({ clientSecret: secret });
    expect((await findAuditEvent('identityProviderChanged'))?.detail).toMatchObject({
      newCredentials: true,
      changes: { clientId: [null, 'portal'], credentialsExpireOn: [null, '2027-03-14'] },
    });

    const kept = await put(browser, id, { ...form, clientSecret: '' });
    expect(kept.json()).toMatchObject({ clientSecretEnd: 'q9Lx', secretExpiresOn: '2027-03-14' });
    expect((await put(browser, id, { ...form, clientSecret: 'short' })).json().clientSecretEnd).toBe('');
    expect(fieldErrors(await put(browser, id, { ...form, clientSecret: 'a\u200bb' }))).toMatchObject({
      clientSecret: [expect.any(String)],
    });
  });

  test('rejects a form without a domain, or with an address that is not https, in the specified words', async () => {
    const { id } = await add();
    const refused = async (change: object) => fieldErrors(await put(browser, id, { ...form, ...change }));
    expect(await refused({ domain: '' })).toEqual({ domain: ['Domain is required'] });
    expect(await refused({ authority: '' })).toEqual({ authority: ['Identity Provider URL is required'] });
    expect(await refused({ authority: 'http://login.acme.example' })).toEqual({
      authority: ["The Identity Provider URL field isn't a correct https url address"],
    });
    expect(
      await refused({ claimMappings: [{ claim: 'groups', value: 'a', role: null, products: ['nothing'] }] }),
    ).toEqual({
      'claimMappings.0.products': [expect.any(String)],
    });
    expect((await details(id)).version).toBe(0);
  });

  test('increments the revision if a tested setting changes, and the version at every change', async () => {
    const { id } = await add();
    const mapping = { claim: 'groups', value: 'admins', role: 'admin', products: ['scan'] };
    const save = async (change: object) => {
      const { revision, version } = (await put(browser, id, { ...form, clientSecret: '', ...change })).json();
      return [revision, version];
    };
    expect(await save({ clientSecret: secret })).toEqual([1, 1]);
    expect(await save({ name: 'Renamed', claimMappings: [mapping] })).toEqual([1, 2]);
    expect(await save({ clientId: 'another' })).toEqual([2, 3]);
    expect(await save({ clientId: 'another', authority: 'https://b.example' })).toEqual([3, 4]);
    expect((await details(id)).claimMappings).toEqual([mapping]);
    // A form without mappings leaves them unchanged.
    expect(await save({ clientId: 'another', authority: 'https://b.example' })).toEqual([3, 5]);
    expect((await details(id)).claimMappings).toEqual([mapping]);
  });

  test('counts a provider as confirmed by the owner who saves it, until an admin changes the connection', async () => {
    const { id } = await add();
    const admin = new Browser(app);
    await admin.signIn('admin@acme.example');
    const save = async (who: Browser, change: object = {}) =>
      (await put(who, id, { ...form, ...change })).json().isConfirmedByOwner;
    expect(await save(admin)).toBe(false);
    expect(await save(browser, { clientSecret: '' })).toBe(true);
    expect(await save(admin, { clientSecret: '', name: 'Renamed' })).toBe(true);
    expect(await save(admin, { authority: 'https://theirs.example' })).toBe(false);
    expect(await details(id)).toMatchObject({ isConfirmedByOwner: false });
  });

  test('rejects a save from an outdated editor, and accepts only one of two concurrent saves', async () => {
    const { id } = await add();
    const answers = await Promise.all(['One', 'Two'].map((name) => put(browser, id, { ...form, name, version: 0 })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toMatchObject({ code: 'Conflict', additionalData: { reason: 'changedMeanwhile' } });
    expect(await details(id)).toMatchObject({ version: 1 });
  });

  test('activates a complete, proved and tested provider, and otherwise leaves it disabled', async () => {
    const { id } = await add();
    const bare = await activate(id, { clientId: '', clientSecret: '' });
    expect(fieldErrors(bare)).toEqual({
      clientId: ['ClientId field is required for activate'],
      clientSecret: ['ClientSecret field is required for activate'],
    });
    expect((await activate(id)).json()).toMatchObject({
      code: 'Conflict',
      additionalData: { reason: 'noProvedDomain' },
    });
    await prove(id);
    expect((await activate(id)).json()).toMatchObject({ additionalData: { reason: 'notTested' } });
    // A refused activation does not save the form.
    expect(await details(id)).toMatchObject({ active: false, clientId: null, version: 0 });

    const { revision } = (await put(browser, id, form)).json();
    await recordTestPassed(context.database.query, { id }, revision - 1);
    expect((await activate(id, { clientSecret: '' })).statusCode).toBe(409);
    await recordTestPassed(context.database.query, { id }, revision);
    expect((await activate(id, { clientSecret: 'another secret, entered now' })).statusCode).toBe(409);
    const activated = await activate(id, { clientSecret: '' });
    expect(activated.json()).toMatchObject({
      active: true,
      testedRevision: revision,
      mailDomains: ['login.acme.example'],
    });
    expect((await findAuditEvent('identityProviderEnabled'))?.detail).toMatchObject({ isTested: true });
    expect(await isRequired()).toBe(false);
  });

  test('activates without a passed test if requested, once for two concurrent requests', async () => {
    const { id } = await add();
    await prove(id);
    const before = (await sql("select count(*) from audit_events where kind = 'identityProviderEnabled'"))[0]?.count;
    const answers = await Promise.all([1, 2].map(() => activate(id, { withoutPassedTest: true })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const after = (await sql("select count(*) from audit_events where kind = 'identityProviderEnabled'"))[0]?.count;
    expect(Number(after) - Number(before)).toBe(1);
    expect((await findAuditEvent('identityProviderEnabled'))?.detail).toMatchObject({ isTested: false });
    // An active provider cannot lose a required setting.
    expect(fieldErrors(await put(browser, id, { ...form, clientId: '' }))).toEqual({
      clientId: ['ClientId field is required for activate'],
    });
  });

  test('rejects untested settings of an active provider, unless an admin waives the test (SSO-13)', async () => {
    const { id } = await add();
    await prove(id);
    await activate(id, { withoutPassedTest: true });
    const before = await details(id);
    const kept = { ...form, clientSecret: '' };
    for (const change of [
      { clientSecret: 'another secret, entered now' },
      { clientId: 'another' },
      { authority: 'https://b.example' },
      { domain: 'b.example' },
    ])
      for (const refused of [
        await put(browser, id, { ...kept, ...change }),
        await activate(id, { ...kept, ...change }),
      ])
        expect([refused.statusCode, refused.json().additionalData]).toEqual([409, { reason: 'notTested' }]);
    expect(await details(id)).toEqual(before);
    expect(await findSettings(context, { id, accountId: portal.accountId })).toMatchObject({ clientSecret: secret });
    // Settings that a test does not depend on are saved.
    expect((await put(browser, id, { ...kept, name: 'Renamed', userCreation: false })).statusCode).toBe(200);

    const wanted = await put(browser, id, { ...kept, clientId: 'another', withoutPassedTest: true });
    expect(wanted.json()).toMatchObject({ active: true, clientId: 'another', testedRevision: null });
    expect((await findAuditEvent('identityProviderChanged'))?.detail).toMatchObject({ isTested: false });
  });

  test('saves settings of an active provider that passed a test before saving, and no others (SSO-55)', async () => {
    const { id } = await add();
    await prove(id);
    await activate(id, { withoutPassedTest: true });
    const by = { id, accountId: portal.accountId };
    const rotated = { ...form, clientSecret: 'the next secret, made at the provider' };
    const draft = await findDraft(context, by, rotated);
    expect(draft).toMatchObject({ clientSecret: rotated.clientSecret, isActive: true });
    if (!draft) throw new Error('no draft');
    await recordTestPassed(context.database.query, draft, draft.revision);
    // Sign-ins still use the previous settings.
    expect(await findSettings(context, by)).toMatchObject({ clientSecret: secret, revision: draft.revision - 1 });
    expect((await put(browser, id, { ...rotated, clientSecret: 'yet another one' })).statusCode).toBe(409);
    expect((await put(browser, id, { ...rotated, clientId: 'another' })).statusCode).toBe(409);
    const saved = await put(browser, id, rotated);
    expect(saved.json()).toMatchObject({ active: true, revision: draft.revision, testedRevision: draft.revision });
    expect(saved.json().testedAt).not.toBeNull();
    expect(await findSettings(context, by)).toMatchObject({ clientSecret: rotated.clientSecret });
    expect((await findAuditEvent('identityProviderChanged'))?.detail).toMatchObject({
      newCredentials: true,
      isTested: true,
    });
    const [row] = await sql('select tested_draft from external_providers');
    expect(row?.tested_draft).toBeNull();
    // The previous secret was not tested again.
    expect((await put(browser, id, form)).statusCode).toBe(409);
  });

  test('ignores a test of settings that began before another change', async () => {
    const { id } = await add();
    await prove(id);
    await activate(id, { withoutPassedTest: true });
    const rotated = { ...form, clientSecret: 'the next secret, made at the provider' };
    const draft = await findDraft(context, { id, accountId: portal.accountId }, rotated);
    await put(browser, id, { ...form, clientSecret: '', clientId: 'another', withoutPassedTest: true });
    if (draft) await recordTestPassed(context.database.query, draft, draft.revision);
    expect((await put(browser, id, rotated)).statusCode).toBe(409);
    expect(await findDraft(context, { id, accountId: portal.accountId + 1 }, rotated)).toBeUndefined();
  });

  test('requires a confirmation for changes that decide who can sign in (CON-1)', async () => {
    const { id, domains } = await add();
    await sql("update sessions set confirmed_at = now() - interval '11 minutes'");
    const refused = [
      await put(browser, id, form),
      await activate(id),
      await browser.send('DELETE', `${base}/${id}/Domains/${domains[0].id}`),
      await browser.send('DELETE', `${base}/${id}`),
      await browser.post(`${base}/${id}/Deactivate`, {}),
    ];
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      Array(5).fill([403, 'ConfirmationRequired']),
    );
    await sql('update sessions set confirmed_at = now()');
    expect((await put(browser, id, form)).statusCode).toBe(200);
  });

  test('requires single sign-on only with a break-glass code, and lifts the requirement', async () => {
    const { id } = await add();
    await prove(id);
    const required = { prohibitOtherAuthentications: true, withoutPassedTest: true };
    expect(fieldErrors(await activate(id, required))).toEqual({
      prohibitOtherAuthentications: [expect.stringContaining('break-glass code')],
    });
    // A disabled provider can be prepared.
    expect((await put(browser, id, { ...form, prohibitOtherAuthentications: true })).statusCode).toBe(200);
    expect(await isRequired()).toBe(false);
    withCode.add(portal.accountId);
    expect((await activate(id, required)).statusCode).toBe(200);
    expect(await isRequired()).toBe(true);
    const kept = { ...form, clientSecret: '' };
    expect((await put(browser, id, kept)).json().prohibitOtherAuthentications).toBe(false);
    expect(await isRequired()).toBe(false);
    expect((await put(browser, id, { ...kept, prohibitOtherAuthentications: true })).statusCode).toBe(200);
    expect(await isRequired()).toBe(true);
    // A used code, or one of a previous owner, does not block saving; only a new requirement needs a code.
    withCode.clear();
    expect((await put(browser, id, { ...kept, prohibitOtherAuthentications: true })).statusCode).toBe(200);
    expect(await details(id)).toMatchObject({ hasBreakGlassCode: false, prohibitOtherAuthentications: true });
    expect((await put(browser, id, kept)).statusCode).toBe(200);
    expect((await put(browser, id, { ...kept, prohibitOtherAuthentications: true })).statusCode).toBe(422);
    withCode.add(portal.accountId);
    expect((await put(browser, id, { ...kept, prohibitOtherAuthentications: true })).statusCode).toBe(200);
    expect((await browser.post(`${base}/${id}/Deactivate`, {})).json()).toMatchObject({ active: false });
    expect(await isRequired()).toBe(false);
    expect((await browser.post(`${base}/${id}/Deactivate`, {})).statusCode).toBe(200);
    await activate(id, required);
    expect((await browser.send('DELETE', `${base}/${id}`)).statusCode).toBe(200);
    expect(await isRequired()).toBe(false);
    expect((await browser.get(`${base}/${id}`)).statusCode).toBe(404);
    expect(await findAuditEvent('identityProviderDeleted')).toMatchObject({ detail: { provider: 'Acme Login' } });
  });

  test('returns the settings of active providers, and only those of the caller’s account', async () => {
    const { id, signInUrl } = await add();
    await prove(id);
    const page = signInUrl.slice(-24);
    expect(await listAccountSettings(context, page)).toEqual([]);
    expect(await findSettingsByDomain(context, 'login.acme.example')).toBeUndefined();
    await activate(id, { withoutPassedTest: true });
    const settings = await findSettingsByDomain(context, 'Login.Acme.example');
    expect(settings).toMatchObject({
      id,
      accountId: portal.accountId,
      issuer: 'https://login.acme.example',
      clientId: 'portal',
      clientSecret: secret,
      isActive: true,
      createsUsers: true,
      provedDomains: ['login.acme.example'],
    });
    expect(await listAccountSettings(context, page)).toEqual([settings]);
    expect(await listAccountSettings(context, 'unknown')).toEqual([]);
    expect(await findSettings(context, { key: settings?.key ?? '' })).toEqual(settings);
    expect(await findSettings(context, { id, accountId: portal.accountId + 1 })).toBeUndefined();
  });

  test('lists links to the account’s products in the reader’s language', async () => {
    const links = async () => (await browser.get(`${base}/ExternalProviderProductLinks`)).json().items;
    expect(await links()).toEqual([]);
    const { signInUrl } = await add();
    const scan = {
      name: 'Scan',
      caption: 'Open',
      productLink: `${signInUrl}?ReturnUrl=https%3A%2F%2Fscan.veriscan.example%2Fapp%3Fa%3D1`,
    };
    expect(await links()).toEqual([scan]);
    portal.held.add('parse');
    expect(await links()).toMatchObject([scan, { name: 'Parse', caption: null }]);
  });
});
