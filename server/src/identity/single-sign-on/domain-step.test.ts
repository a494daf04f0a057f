import type { SsoTest } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../../test/browser.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { startNameServer } from '../external-providers/name-server.test-support.ts';
import { txtRecordName, txtRecordText } from '../external-providers/txt-record.ts';
import { startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { createSignOnPortal, publicUrl } from './sign-on-portal.test-support.ts';

const globex = 3;

describe('the first step of a test sign-in', async () => {
  const nameServer = await startNameServer();
  const provider = await startMisbehavingProvider();
  const portal = await createSignOnPortal({
    privateOrigins: [provider.issuer],
    accountProviders: { nameServers: [nameServer.address] },
  });
  const { query } = portal;
  let id = 0;
  let browser: Browser;

  beforeAll(async () => {
    await seedDemonstrationPeople(portal.database);
    const connected = await portal.connect(provider);
    ({ id } = connected);
    provider.redirectUris.add(`${publicUrl}/signin-sso/${connected.key}`);
    browser = await signedIn(portal.app, 'admin@acme.example');
  });
  beforeEach(async () => {
    nameServer.records.clear();
    for (const table of ['sso_tests', 'rate_limits']) await query(`delete from ${table}`);
    await query('delete from external_provider_domains where provider_id <> $1', [id]);
    await query('delete from external_providers where id <> $1', [id]);
    await query('update external_provider_domains set proved_at = null, proof = null where provider_id = $1', [id]);
  });

  const startTest = async () => {
    const answer = await browser.post(`/api/ExternalProviders/${id}/Tests`, {});
    expect(answer.statusCode, answer.body).toBe(200);
    const { test: begun } = answer.json() as { test: SsoTest };
    return begun.steps[0];
  };
  const domainNow = async () =>
    (
      await query(
        'select proof, proved_at is not null as proved, last_check from external_provider_domains where provider_id = $1',
        [id],
      )
    )[0];
  const publish = (texts = [txtRecordText('value')]) => nameServer.records.set(txtRecordName('acme.example'), texts);

  test('proves a domain whose record now exists (SSO-6)', async () => {
    publish();
    expect(await startTest()).toMatchObject({
      state: 'passed',
      facts: { domain: 'acme.example', record: 'found', proof: 'dns' },
    });
    expect(await domainNow()).toEqual({ proof: 'dns', proved: true, last_check: 'found' });
    expect(
      await query(
        "select detail->>'domain' as domain from audit_events where kind = 'mailDomainProved' order by id desc limit 1",
      ),
    ).toEqual([{ domain: 'acme.example' }]);
  });

  test.each([
    ['no record', undefined, 'domainMissing', 'missing'],
    ['another record', ['v=spf1 -all'], 'domainMissing', 'other'],
    ['no answer', 'servfail', 'domainUnreachable', 'unreachable'],
  ] as const)('stops at %s', async (_, answer, failure, record) => {
    if (answer) nameServer.records.set(txtRecordName('acme.example'), answer);
    expect(await startTest()).toMatchObject({ state: 'failed', failure, facts: { domain: 'acme.example', record } });
    expect(await domainNow()).toMatchObject({ proved: false, last_check: record });
  });

  test('stops if there is no mail domain', async () => {
    await query('delete from external_provider_domains where provider_id = $1', [id]);
    const step = await startTest();
    await query(
      `insert into external_provider_domains (provider_id, domain, record_value) values ($1, 'acme.example', 'value')`,
      [id],
    );
    expect(step).toMatchObject({ state: 'failed', failure: 'domainNone', facts: {} });
  });

  test('stops if the domain belongs to another provider, which keeps it (SSO-8)', async () => {
    publish();
    const other = await portal.connect({ ...provider, name: 'Globex Login', accountId: globex });
    expect(await startTest()).toMatchObject({ state: 'failed', failure: 'domainHeld', facts: { record: 'found' } });
    expect(await domainNow()).toMatchObject({ proved: false });
    expect(
      await query('select provider_id::int as id from external_provider_domains where proved_at is not null'),
    ).toEqual([{ id: other.id }]);
  });

  test.each([
    ['is gone', undefined, 'missing'],
    ['has another value', ['v=spf1 -all'], 'other'],
    ['cannot be looked up', 'servfail', 'unreachable'],
  ] as const)('passes if a proved domain’s record %s, and reports the record (SSO-18)', async (_, answer, record) => {
    await query(`update external_provider_domains set proved_at = now(), proof = 'dns' where provider_id = $1`, [id]);
    if (answer) nameServer.records.set(txtRecordName('acme.example'), answer);
    expect(await startTest()).toMatchObject({
      state: 'passed',
      facts: { domain: 'acme.example', proof: 'dns', record },
    });
    expect(await domainNow()).toEqual({ proof: 'dns', proved: true, last_check: record });
  });

  test('passes if one domain is proved, whatever records the others have', async () => {
    await query(
      `insert into external_provider_domains (provider_id, domain, record_value, proved_at, proof) values ($1, 'b.example', 'b', now(), 'mail')`,
      [id],
    );
    const step = await startTest();
    await query(`delete from external_provider_domains where domain = 'b.example'`);
    expect(step).toMatchObject({ state: 'passed', facts: { domain: 'b.example', proof: 'mail', record: 'missing' } });
  });
});
