import { beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { base, startExternalProviders } from './external-providers.test-support.ts';
import { sendSecretExpiryWarnings } from './secret-warnings.ts';
import { txtRecordName } from './txt-record.ts';

describe('the mail domains of an identity provider', async () => {
  const portal = await startExternalProviders();
  const { app, browser, add, sql, findAuditEvent, activate, prove, nameServer, listMailsTo } = portal;
  beforeEach(portal.clear);
  const call = (by: Browser, id: number, domainId: number, what: string) =>
    by.post(`${base}/${id}/Domains/${domainId}/${what}`, {});
  const check = (id: number, domainId: number, by = browser) => call(by, id, domainId, 'Check');
  const addDomain = (id: number, domain: unknown, by = browser) => by.post(`${base}/${id}/Domains`, { domain });
  const remove = (id: number, domainId: number) => browser.send('DELETE', `${base}/${id}/Domains/${domainId}`);
  /** Creates a provider with one domain whose record exists. */
  const withRecord = async (domain = 'acme.example', by = browser, name = 'Acme Login') => {
    const { id, domains } = await add({ domain, name }, by);
    const [row] = domains;
    const texts = nameServer.records.get(txtRecordName(domain));
    nameServer.records.set(txtRecordName(domain), [...(Array.isArray(texts) ? texts : []), row.recordValue]);
    return { id, domainId: row.id as number };
  };
  const tokenIn = (data: Record<string, unknown> | undefined) => String(data?.path).split('#')[1] ?? '';
  const mailedToken = async (domain: string) => tokenIn((await listMailsTo(`admin@${domain}`)).at(-1)?.data);

  test('adds and removes domains, each with its own record', async () => {
    const { id } = await add();
    const added = (await addDomain(id, ' Acme.Example ')).json();
    expect(added.domains).toHaveLength(2);
    const [first, second] = added.domains;
    expect(first).toMatchObject({
      domain: 'acme.example',
      lastCheck: null,
      mailedTo: 'admin@acme.example',
      mailedAt: null,
    });
    expect(first.recordValue).toMatch(/^portico-domain-verification=[0-9a-f]{40}$/);
    expect(first.recordValue).not.toBe(second.recordValue);
    expect((await addDomain(id, 'acme.example')).json().propertyErrors).toEqual({
      domain: ['This mail domain is there already.'],
    });
    expect((await remove(id, first.id)).json().domains).toEqual([second]);
    expect((await remove(id, first.id)).statusCode).toBe(404);
    expect(await findAuditEvent('mailDomainRemoved')).toMatchObject({ detail: { domain: 'acme.example' } });
  });

  test('rejects public and invalid domains, and more than twenty', async () => {
    const { id } = await add();
    expect((await addDomain(id, 'Gmail.com')).json().propertyErrors).toEqual({
      domain: ['Anybody can have an address at gmail.com, so it cannot lead to your identity provider.'],
    });
    for (const domain of [
      'acme',
      'a@acme.example',
      'acme.example.',
      '🦄.example',
      'x'.repeat(10_000),
      'a\0.example',
      '<b>.example',
      '127.0.0.1',
    ])
      expect((await addDomain(id, domain)).statusCode, domain).toBeGreaterThanOrEqual(400);
    for (let count = 1; count < 20; count += 1) expect((await addDomain(id, `d${count}.example`)).statusCode).toBe(200);
    expect((await addDomain(id, 'one-more.example')).json()).toMatchObject({ additionalData: { reason: 'tooMany' } });
    // A public domain only becomes the provider's name.
    expect((await add({ name: 'Public', domain: 'gmail.com' })).domains).toEqual([]);
  });

  test('proves a domain by its record, shows a record with another value, and keeps the proof', async () => {
    const { id, domains } = await add({ domain: 'acme.example' });
    const [{ id: domainId, recordValue }] = domains;
    const name = txtRecordName('acme.example');
    expect((await check(id, domainId)).json().domains[0]).toMatchObject({ lastCheck: 'missing', provedAt: null });
    nameServer.records.set(name, ['v=spf1 -all']);
    expect((await check(id, domainId)).json().domains[0]).toMatchObject({
      lastCheck: 'other',
      foundValue: 'v=spf1 -all',
    });
    nameServer.records.set(name, 'servfail');
    expect((await check(id, domainId)).json().domains[0]).toMatchObject({ lastCheck: 'unreachable', foundValue: null });
    nameServer.records.set(name, [recordValue]);
    const proved = (await check(id, domainId)).json();
    expect(proved.domains[0]).toMatchObject({ lastCheck: 'found', proof: 'dns', provedAt: expect.any(String) });
    expect(proved.mailDomains).toEqual(['acme.example']);
    expect(await findAuditEvent('mailDomainProved')).toMatchObject({
      detail: { domain: 'acme.example', method: 'dns' },
    });
    nameServer.records.clear();
    expect((await check(id, domainId)).json().domains[0]).toMatchObject({ lastCheck: 'missing', proof: 'dns' });
    expect((await call(browser, id, domainId, 'Mail')).json()).toMatchObject({
      additionalData: { reason: 'domainProved' },
    });
  });

  test('assigns a domain to one provider, accepts one of two concurrent proofs, and hides other accounts’ names', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    const own = await withRecord();
    const other = await withRecord('acme.example', stranger, 'Globex Login');
    const answers = await Promise.all([check(own.id, own.domainId), check(other.id, other.domainId, stranger)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refused).toMatchObject({ additionalData: { reason: 'domainOfOther' } });
    expect(refused.message).toContain('another account');
    expect(await sql('select 1 from external_provider_domains where proved_at is not null')).toHaveLength(1);
  });

  test('reports which of the account’s own providers has the domain', async () => {
    const one = await withRecord();
    const two = await withRecord('acme.example', browser, 'Second');
    expect((await check(one.id, one.domainId)).statusCode).toBe(200);
    const refused = await check(two.id, two.domainId);
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('‘Acme Login’')]);
  });

  test('include at least one proved domain while the provider is active', async () => {
    const { id, domainId } = await withRecord();
    await prove(id);
    expect((await activate(id, { withoutPassedTest: true })).statusCode).toBe(200);
    expect((await remove(id, domainId)).json()).toMatchObject({
      code: 'Conflict',
      additionalData: { reason: 'lastDomain' },
    });
    await browser.post(`${base}/${id}/Deactivate`, {});
    expect((await remove(id, domainId)).statusCode).toBe(200);
  });

  test('proves a domain by a mailed link, once and for anyone who has it', async () => {
    const { id, domainId } = await withRecord();
    const mailed = (await call(browser, id, domainId, 'Mail')).json();
    expect(mailed.domains[0].mailedAt).not.toBeNull();
    const [mail] = await listMailsTo('admin@acme.example');
    expect(mail).toMatchObject({
      template: 'domainProof',
      data: { domain: 'acme.example', accountName: 'Acme Security' },
    });
    const token = await mailedToken('acme.example');
    const visitor = new Browser(app);
    await visitor.open('/login');
    const use = (what: string, given = token) => visitor.post(`${base}/DomainLinks/${what}`, { token: given });
    expect((await use('Check')).json()).toMatchObject({ domain: 'acme.example', accountName: 'Acme Security' });
    expect((await portal.details(id)).domains[0].provedAt).toBeNull();
    expect((await use('Prove', 'x'.repeat(43))).json().code).toBe('LinkExpired');
    const answers = await Promise.all([use('Prove'), use('Prove')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    expect((await portal.details(id)).domains[0]).toMatchObject({ proof: 'mail', provedAt: expect.any(String) });
    expect(await findAuditEvent('mailDomainProved')).toMatchObject({ user_id: null, detail: { method: 'mail' } });
    expect((await use('Check')).statusCode).toBe(410);
    expect((await listMailsTo('admin@acme.example'))[0]?.data).toBeNull();
    expect(await sql("select 1 from audit_events where detail::text like '%' || $1 || '%'", [token])).toEqual([]);
  });

  test('rejects a replaced link and an expired one', async () => {
    const { id, domainId } = await withRecord();
    await call(browser, id, domainId, 'Mail');
    const former = await mailedToken('acme.example');
    await call(browser, id, domainId, 'Mail');
    const token = await mailedToken('acme.example');
    const use = (given: string) => browser.post(`${base}/DomainLinks/Check`, { token: given });
    expect([(await use(former)).statusCode, (await use(token)).statusCode]).toEqual([410, 200]);
    await sql("update external_provider_domains set link_expires_at = now() - interval '1 second'");
    expect((await use(token)).statusCode).toBe(410);
  });

  test('reports that another provider has the domain, and keeps the link valid', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    const one = await withRecord();
    const two = await withRecord('acme.example', stranger, 'Globex Login');
    await call(stranger, two.id, two.domainId, 'Mail');
    const token = await mailedToken('acme.example');
    await check(one.id, one.domainId);
    const refused = await stranger.post(`${base}/DomainLinks/Prove`, { token });
    expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining('another account')]);
    expect((await stranger.post(`${base}/DomainLinks/Check`, { token })).statusCode).toBe(200);
  });

  test('limits mail to one domain across accounts', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    const one = await withRecord();
    const two = await withRecord('acme.example', stranger, 'Globex Login');
    for (let count = 0; count < 5; count += 1)
      expect((await call(browser, one.id, one.domainId, 'Mail')).statusCode).toBe(200);
    expect((await call(stranger, two.id, two.domainId, 'Mail')).statusCode).toBe(429);
  });

  test('answers 404 for another account’s domain', async () => {
    const stranger = await portal.signIn('owner@globex.example');
    const { id, domainId } = await withRecord();
    const own = await withRecord('globex.example', stranger, 'Globex Login');
    for (const what of ['Check', 'Mail']) {
      expect((await call(stranger, id, domainId, what)).statusCode).toBe(404);
      expect((await call(stranger, own.id, domainId, what)).statusCode).toBe(404);
    }
    expect((await stranger.send('DELETE', `${base}/${own.id}/Domains/${domainId}`)).statusCode).toBe(404);
  });

  test('mails admins each warning before a secret expires once, and again after the date changes', async () => {
    const { id } = await withRecord();
    await prove(id);
    await activate(id, { withoutPassedTest: true, secretExpiresOn: '2027-03-14' });
    await sql("update users set locale = 'fr' where email = 'admin@acme.example'");
    const { context } = portal;
    const warn = async (day: string) => {
      await sql('delete from mail_messages');
      await Promise.all([1, 2].map(() => sendSecretExpiryWarnings(context, new Date(`${day}T09:23:00Z`))));
      return (await sql('select recipient, locale, data from mail_messages order by recipient')).map(
        ({ recipient, locale, data }) => [recipient, locale, data.daysLeft],
      );
    };
    expect(await warn('2027-02-10')).toEqual([]);
    expect(await warn('2027-02-12')).toEqual([
      ['admin@acme.example', 'fr', 30],
      ['owner@acme.example', 'en', 30],
    ]);
    expect(await warn('2027-02-13')).toEqual([]);
    expect(await warn('2027-03-10')).toHaveLength(2);
    expect(await warn('2027-03-14')).toHaveLength(2);
    expect(await warn('2027-03-15')).toEqual([]);
    const [mail] = await sql('select template, data from mail_messages limit 1');
    expect(mail).toBeUndefined();
    await activate(id, { clientSecret: '', secretExpiresOn: '2027-04-01' });
    expect(await warn('2027-03-31')).toHaveLength(2);
    await browser.post(`${base}/${id}/Deactivate`, {});
    await sql("update external_providers set secret_warnings = '{}'");
    expect(await warn('2027-03-31')).toEqual([]);
  });
});
