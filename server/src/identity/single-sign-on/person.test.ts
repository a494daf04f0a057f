import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import type { ProviderSettings } from '../external-providers/settings.ts';
import { type ProviderPerson, resolvePerson } from './person.ts';
import { createSettings } from './settings.test-support.ts';

const issuer = 'https://login.acme.example';
const acme = 2;

describe('the user of a provider’s person (SSO-46)', async () => {
  const database = await createTestDatabase();
  const query = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
  let settings: ProviderSettings;

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    const [provider] = await query(
      `insert into external_providers (account_id, key, name, type, domain) values ($1, 'key', 'Acme', 1, 'acme.example') returning id`,
      [acme],
    );
    settings = createSettings(
      { issuer, clientId: 'c', clientSecret: 's' },
      { id: Number(provider?.id), accountId: acme },
    );
  });
  beforeEach(async () => {
    await query('delete from sso_identities');
    await query('update users set active = true');
  });

  const findUserId = async (email: string) =>
    Number((await query('select id from users where email = $1', [email]))[0]?.id);
  const linkIdentityToUser = async (email: string, subject = 'subject', of = issuer) =>
    query('insert into sso_identities (provider_id, issuer, subject, user_id) values ($1, $2, $3, $4)', [
      settings.id,
      of,
      subject,
      await findUserId(email),
    ]);
  const createPerson = (email: string | null, claims: Record<string, unknown> = {}): ProviderPerson => ({
    issuer,
    subject: 'subject',
    email,
    firstName: 'Pat',
    lastName: 'Rivers',
    claims: { email, ...claims },
    unknownClaims: [],
  });
  const find = (who: ProviderPerson, changes: Partial<ProviderSettings> = {}) =>
    resolvePerson(
      { database, findDefaults: async () => ({ features: [], permissions: [], productIds: ['basic'] }) },
      { ...settings, ...changes },
      who,
    );

  test('is found by the whole address, in which an underscore is not a wildcard', async () => {
    await query(
      `update users set login = 'axb@acme.example', email = 'axb@acme.example' where email = 'admin@acme.example'`,
    );
    const axb = await findUserId('axb@acme.example');
    await query(
      `update users set login = 'a_b@acme.example', email = 'a_b@acme.example' where email = 'user@acme.example'`,
    );
    try {
      expect(await find(createPerson('axb@acme.example'))).toMatchObject({ userId: axb });
      expect(await find(createPerson('a_b@acme.example'))).toMatchObject({
        userId: await findUserId('a_b@acme.example'),
      });
    } finally {
      await query(`update users set login = 'admin@acme.example', email = 'admin@acme.example' where id = $1`, [axb]);
      await query(
        `update users set login = 'user@acme.example', email = 'user@acme.example' where email like 'a\\_b@%'`,
      );
    }
  });

  test('is the identity’s user, whatever the address', async () => {
    await linkIdentityToUser('user@acme.example');
    expect(await find(createPerson('admin@acme.example'))).toMatchObject({
      kind: 'existing',
      userId: await findUserId('user@acme.example'),
      identityId: expect.any(Number),
      email: 'user@acme.example',
      role: 'user',
    });
    expect(await find(createPerson(null))).toMatchObject({ kind: 'existing', email: 'user@acme.example' });
  });

  test('is not the user of the same subject at another issuer or provider', async () => {
    await linkIdentityToUser('admin@acme.example', 'subject', 'https://other.example');
    expect(await find(createPerson('user@acme.example'))).toMatchObject({
      identityId: null,
      email: 'user@acme.example',
    });
    await linkIdentityToUser('admin@acme.example');
    const other = await find(createPerson('user@acme.example'), { id: settings.id + 1 });
    expect(other).toMatchObject({ identityId: null, email: 'user@acme.example' });
  });

  test('is the user with the address, in upper or lower case', async () => {
    expect(await find(createPerson('User@ACME.example'))).toMatchObject({
      kind: 'existing',
      email: 'user@acme.example',
    });
  });

  test.each([
    [
      'outside the proved domains',
      createPerson('user@acme.example'),
      { provedDomains: ['other.example'] },
      'emailUnproved',
    ],
    ['below a proved domain', createPerson('user@mail.acme.example'), {}, 'emailUnproved'],
    ['that ends like a proved domain', createPerson('user@notacme.example'), {}, 'emailUnproved'],
    [
      'that the provider has not verified',
      createPerson(null, { email: 'user@acme.example', email_verified: false }),
      {},
      'emailUnproved',
    ],
    ['that is missing', createPerson(null), {}, 'emailMissing'],
    ['that nobody has', createPerson('nobody@acme.example'), { createsUsers: false }, 'personUnknown'],
    [
      'of another account',
      createPerson('owner@globex.example'),
      { provedDomains: ['globex.example'] },
      'emailOfOtherAccount',
    ],
  ] as const)('is missing for an address %s', async (_, who, changes, failure) => {
    expect(await find(who, changes)).toMatchObject({ kind: 'refused', failure, userId: null });
  });

  test('is missing if the identity’s user is of another account', async () => {
    await linkIdentityToUser('owner@globex.example');
    expect(await find(createPerson('user@acme.example'))).toMatchObject({
      kind: 'refused',
      failure: 'emailOfOtherAccount',
    });
  });

  test('is missing if the address is another user’s login', async () => {
    await query(`update users set login = 'other@acme.example' where email = 'user@acme.example'`);
    expect(await find(createPerson('other@acme.example'))).toMatchObject({
      kind: 'refused',
      failure: 'emailOfOtherAccount',
    });
    await query(`update users set login = 'user@acme.example' where email = 'user@acme.example'`);
  });

  test('is refused while inactive', async () => {
    await linkIdentityToUser('user@acme.example');
    await query(`update users set active = false where email = 'user@acme.example'`);
    expect(await find(createPerson('user@acme.example'))).toMatchObject({
      kind: 'refused',
      failure: 'personDisabled',
      userId: await findUserId('user@acme.example'),
    });
  });

  test('is new, with defaults and mappings, if the provider creates users', async () => {
    const claimMappings = [{ claim: 'groups', value: 'a', role: 'readOnly', products: ['scan'] }] as const;
    const changes = { claimMappings: claimMappings.map((row) => ({ ...row, products: [...row.products] })) };
    expect(await find(createPerson('new@acme.example', { groups: ['a'] }), changes)).toMatchObject({
      kind: 'new',
      userId: null,
      name: 'Pat Rivers',
      role: 'readOnly',
      productIds: ['basic', 'scan'],
      applied: [0],
    });
    expect(await query(`select id from users where email = 'new@acme.example'`)).toEqual([]);
  });

  test('is not the owner by address at an admin’s provider, until they are linked', async () => {
    for (const connectedBy of [null, await findUserId('admin@acme.example')])
      expect(await find(createPerson('owner@acme.example'), { connectedBy })).toMatchObject({
        kind: 'refused',
        failure: 'ownerUnconfirmed',
        userId: null,
      });
    await linkIdentityToUser('owner@acme.example');
    expect(await find(createPerson('owner@acme.example'))).toMatchObject({ kind: 'existing' });
  });

  test('remains the owner, and loses the role of a group that they left', async () => {
    const changes = { claimMappings: [{ claim: 'groups', value: 'a', role: 'admin' as const, products: [] }] };
    const connectedBy = await findUserId('owner@acme.example');
    expect(await find(createPerson('owner@acme.example'), { ...changes, connectedBy })).toMatchObject({
      role: 'admin',
    });
    expect(await find(createPerson('admin@acme.example'), changes)).toMatchObject({ role: 'user' });
    expect(await find(createPerson('admin@acme.example', { groups: 'a' }), changes)).toMatchObject({ role: 'admin' });
  });
});
