import type { ClaimMapping } from '@portico/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertProducts } from '../../../test/products.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { startMisbehavingProvider } from './misbehaving-provider.test-support.ts';
import { acme, type ConnectedProvider, createSignOnPortal, publicUrl } from './sign-on-portal.test-support.ts';

const tenantId = '7a1f2c3d-0000-4000-8000-123456789abc';

describe('a person from a provider', async () => {
  const provider = await startMisbehavingProvider();
  const portal = await createSignOnPortal({ privateOrigins: [provider.issuer] });
  const { database, begin, comeBack, emailIn, visitor, query } = portal;
  let connected: ConnectedProvider;

  beforeAll(async () => {
    await seedDemonstrationPeople(database);
    await insertProducts(database, 'desk', 'scan');
    connected = await portal.connect({ ...provider, createsUsers: true });
    provider.redirectUris.add(`${publicUrl}/signin-sso/${connected.key}`);
  });
  beforeEach(async () => {
    await query('delete from sso_identities');
    await query('delete from sso_sign_ins');
    await query('delete from rate_limits');
    await query(`delete from users where email like 'new%'`);
    await map([]);
    provider.person = { sub: 'new-1', email: 'New.Person@Acme.example', given_name: 'New', family_name: 'Person' };
  });

  const map = (mappings: readonly ClaimMapping[]) =>
    query('update external_providers set claim_mappings = $1 where id = $2', [JSON.stringify(mappings), connected.id]);
  const mapping = (value: string, role: ClaimMapping['role'], products: string[] = []): ClaimMapping => ({
    claim: 'groups',
    value,
    role,
    products,
  });
  const arrive = async () => {
    const browser = visitor();
    const back = await comeBack(browser, (await provider.visit(await begin(browser))) as URL);
    return { browser, back };
  };
  const findUser = async (email: string) =>
    (
      await query(
        `select first_name, last_name, login, is_admin, read_only, is_owner, account_id::int, password_hash is null as without_password,
                array(select feature from user_features f where f.user_id = users.id order by feature) as features,
                array(select permission from user_refusals r where r.user_id = users.id order by permission) as refusals
         from users where email = $1`,
        [email],
      )
    )[0];
  const lastFailure = async () =>
    (await query('select failure from sso_sign_ins order by id desc limit 1'))[0]?.failure;

  test('becomes a user with the account’s defaults if the provider creates users (SSO-26)', async () => {
    await query(`insert into default_features (account_id, feature) values (${acme}, 'billing')`);
    await query(`insert into default_refusals (account_id, permission) values (${acme}, 'changePassword')`);
    const { browser, back } = await arrive();
    await query('delete from default_features');
    await query('delete from default_refusals');
    expect(back.headers.location).toBe('/');
    expect(await emailIn(browser)).toBe('new.person@acme.example');
    expect(await findUser('new.person@acme.example')).toEqual({
      first_name: 'New',
      last_name: 'Person',
      login: 'new.person@acme.example',
      is_admin: false,
      read_only: false,
      is_owner: false,
      account_id: acme,
      without_password: true,
      features: ['billing'],
      refusals: ['changePassword'],
    });
    expect(await query('select outcome from sso_sign_ins')).toEqual([{ outcome: 'created' }]);
  });

  test('without a name gets the beginning of the address as the name, cut to the length that forms allow', async () => {
    const local = `new${'x'.repeat(150)}`;
    provider.person = { sub: 'new-long', email: `${local}@acme.example` };
    await arrive();
    expect(await findUser(`${local}@acme.example`)).toMatchObject({ first_name: local.slice(0, 100), last_name: '' });
  });

  test('is refused if the provider creates no users', async () => {
    await query('update external_providers set creates_users = false');
    const { browser } = await arrive();
    await query('update external_providers set creates_users = true');
    expect(await lastFailure()).toBe('personUnknown');
    expect(await emailIn(browser)).toBeUndefined();
    expect(await findUser('new.person@acme.example')).toBeUndefined();
  });

  test('is refused with the address of another account’s user who proved it', async () => {
    await query(
      `update users set email = 'new.person@acme.example', email_proved_at = now() where email = 'owner@globex.example'`,
    );
    await arrive();
    expect(await lastFailure()).toBe('emailOfOtherAccount');
    await query(`update users set email = 'owner@globex.example' where email = 'new.person@acme.example'`);
  });

  test('is refused as a former colleague’s user, and linked after an admin releases that user (SSO-57)', async () => {
    provider.person = { sub: 'old', email: 'user@acme.example' };
    const former = await arrive();
    await query(`delete from mail_messages`);
    provider.person = { sub: 'new', email: 'user@acme.example', given_name: 'Jo', family_name: 'Smith' };
    const refused = await arrive();
    await arrive();
    expect(await lastFailure()).toBe('personKnownOtherwise');
    expect(await emailIn(refused.browser)).toBeUndefined();
    expect(await query('select subject from sso_identities')).toEqual([{ subject: 'old' }]);
    const mails = await query(`select data from mail_messages where template = 'personKnownOtherwise'`);
    // One for each admin, in two tries.
    expect(mails).toHaveLength(2);
    expect(mails[0]?.data).toMatchObject({ personName: 'Jo Smith', email: 'user@acme.example' });

    const [user] = await query(`select id::int from users where email = 'user@acme.example'`);
    const admin = await visitor().signIn('admin@acme.example');
    const list = async () => (await admin.get(`/api/User/${user?.id}/Identities`)).json().items;
    expect(await list()).toEqual([{ provider: 'Acme Login', linkedAt: expect.any(String) }]);
    await admin.post(`/api/User/${user?.id}/Identities/Release`);
    expect(await list()).toEqual([]);
    expect(await emailIn(former.browser)).toBeUndefined();
    expect(await portal.audited()).toBe('ssoReleased');
    expect(await emailIn((await arrive()).browser)).toBe('user@acme.example');
    expect(await query('select subject from sso_identities')).toEqual([{ subject: 'new' }]);
  });

  test('gets the new address that the provider states, unless it is taken or the user chose another (SSO-59)', async () => {
    await arrive();
    const [{ id }] = await query("select id from users where email = 'new.person@acme.example'");
    const emailOf = async () => (await query('select email from users where id = $1', [id]))[0]?.email;
    const state = async (email: string) => {
      provider.person = { sub: 'new-1', email, given_name: 'New', family_name: 'Person' };
      await arrive();
      return emailOf();
    };
    await query('delete from mail_messages');
    expect(await state('new.married@acme.example')).toBe('new.married@acme.example');
    const mails = await query(
      "select recipient, data from mail_messages where template = 'securityNotice' order by id",
    );
    expect(mails.map(({ recipient }) => recipient)).toEqual(['new.person@acme.example', 'new.married@acme.example']);
    expect(mails.map(({ data }) => [data.change, data.path.includes('#')])).toEqual(
      mails.map(() => ['emailFollowed', false]),
    );
    expect(
      (await query("select detail from audit_events where kind = 'emailChanged' order by id desc limit 1"))[0]?.detail,
    ).toMatchObject({
      changes: { email: ['new.person@acme.example', 'new.married@acme.example'] },
    });
    expect(await state('new.married@elsewhere.example')).toBe('new.married@acme.example');
    expect(await state('new.married@acme.example')).toBe('new.married@acme.example');
    expect(await state('owner@acme.example')).toBe('new.married@acme.example');
    expect(await state('new.again@acme.example')).toBe('new.again@acme.example');
    await query("update users set email = 'new.chosen@acme.example', email_proved_at = null where id = $1", [id]);
    expect(await state('new.third@acme.example')).toBe('new.chosen@acme.example');
    const findProof = async () =>
      (await query('select email_proved_at from users where id = $1', [id]))[0]?.email_proved_at;
    expect(await findProof()).toBeNull();
    await state('new.chosen@acme.example');
    expect(await findProof()).not.toBeNull();
  });

  test('cannot be released from the owner’s user by an admin', async () => {
    const [owner] = await query(`select id::int from users where email = 'owner@acme.example'`);
    const admin = await visitor().signIn('admin@acme.example');
    expect((await admin.post(`/api/User/${owner?.id}/Identities/Release`)).statusCode).toBe(403);
  });

  test('gets the address that another account entered and nobody there used', async () => {
    const squat = `select account_id, 'new.person@acme.example', 'new.person@acme.example', 'S' from users where email = 'owner@globex.example'`;
    await query(`insert into users (account_id, login, email, first_name) ${squat}`);
    const { browser } = await arrive();
    expect(await emailIn(browser)).toBe('new.person@acme.example');
    await query(`delete from users where email like 'released-%'`);
  });

  test('becomes one user with one identity in two concurrent sign-ins', async () => {
    const browsers = [visitor(), visitor(), visitor()];
    const addresses: URL[] = [];
    for (const browser of browsers) addresses.push((await provider.visit(await begin(browser))) as URL);
    const backs = await Promise.all(browsers.map((browser, at) => comeBack(browser, addresses[at] as URL)));
    expect(backs.map(({ headers }) => headers.location)).toEqual(['/', '/', '/']);
    expect(await query(`select count(*)::int as total from users where email = 'new.person@acme.example'`)).toEqual([
      { total: 1 },
    ]);
    expect(await query('select count(*)::int as total from sso_identities')).toEqual([{ total: 1 }]);
    expect((await query('select outcome from sso_sign_ins order by outcome')).map(({ outcome }) => outcome)).toEqual([
      'created',
      'signedIn',
      'signedIn',
    ]);
  });

  test('is not stored if the session cannot begin (SSO-27)', async () => {
    await query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'the process ends here'; end $$`,
    );
    await query('create trigger fail before insert on sso_sessions for each row execute function fail()');
    const { browser, back } = await arrive();
    await query('drop trigger fail on sso_sessions');
    expect(back.statusCode).toBe(500);
    expect(await emailIn(browser)).toBeUndefined();
    expect(await findUser('new.person@acme.example')).toBeUndefined();
    expect(await query('select * from sso_identities')).toEqual([]);
    expect((await arrive()).back.headers.location).toBe('/');
  });

  test.each([
    ['now', 0, true],
    ['eight hours ago', 8 * 60 * 60, false],
    ['at an unknown time', null, false],
  ])(
    'that signed in at the provider %s (%s seconds ago) is confirmed: %s (CON-1)',
    async (_when, seconds, isConfirmed) => {
      const auth = seconds === null ? {} : { auth_time: Math.floor(Date.now() / 1000) - seconds };
      provider.person = { ...provider.person, acr: '0', amr: ['pwd'], ...auth };
      const browser = visitor();
      // An attacker removed what makes the provider ask again.
      const address = new URL(await begin(browser, '?again=1'));
      expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
      address.searchParams.delete('prompt');
      address.searchParams.delete('max_age');
      await comeBack(browser, (await provider.visit(address.href)) as URL);
      const [session] = await query(
        `select confirmed_at > now() - interval '10 minutes' as is_confirmed from sessions order by created_at desc limit 1`,
      );
      expect(session).toEqual({ is_confirmed: isConfirmed });
    },
  );

  test('has the role of their groups, and loses it with the groups (SSO-28)', async () => {
    await map([mapping('admins', 'admin'), mapping('auditors', 'readOnly')]);
    const roleWith = async (groups: string[]) => {
      provider.person = { ...provider.person, groups };
      await arrive();
      const { is_admin, read_only } = await findUser('new.person@acme.example');
      return { is_admin, read_only };
    };
    expect(await roleWith(['admins'])).toEqual({ is_admin: true, read_only: false });
    expect(await roleWith(['auditors'])).toEqual({ is_admin: false, read_only: true });
    expect(await roleWith(['admins', 'auditors'])).toEqual({ is_admin: true, read_only: false });
    expect(await roleWith([])).toEqual({ is_admin: false, read_only: false });
    const kinds = await query(
      `select detail from audit_events where kind = 'ssoStandingFollowed' order by id desc limit 1`,
    );
    expect(kinds[0]?.detail.changes).toEqual({ admin: [true, false] });
  });

  test.each([
    ['names them', { _claim_names: { groups: 'src1' } }],
    ['says that there are some', { hasgroups: true }],
  ])('keeps role and products if the provider leaves groups out and %s (SSO-58)', async (_how, claims) => {
    await map([mapping('admins', 'admin'), mapping('scanners', null, ['scan'])]);
    await query(`delete from mail_messages`);
    const user = { sub: 'user', email: 'user@acme.example' };
    provider.person = { ...user, groups: ['admins', 'scanners'] };
    await arrive();
    const standing = () =>
      query(`select is_admin, array(select product_id from user_products p where p.user_id = u.id) as products
             from users u where email = 'user@acme.example'`);
    const before = await standing();
    provider.person = { ...user, ...claims };
    await arrive();
    await arrive();
    expect(await standing()).toEqual(before);
    expect(before).toMatchObject([{ is_admin: true, products: expect.arrayContaining(['scan']) }]);
    const logged = await query('select outcome, groups_left_out from sso_sign_ins order by id desc limit 1');
    expect(logged).toEqual([{ outcome: 'signedIn', groups_left_out: true }]);
    expect(await query(`select distinct template from mail_messages where template = 'groupsLeftOut'`)).toHaveLength(1);
    provider.person = user;
    await arrive();
    expect(await standing()).toMatchObject([{ is_admin: false }]);
  });

  test('has the groups that only userinfo returns, and keeps them while it fails (SSO-58)', async () => {
    await map([mapping('admins', 'admin')]);
    const isAdmin = async () => (await findUser('user@acme.example')).is_admin;
    // The description, with the new endpoint, is read again.
    await query('update external_providers set revision = revision + 1 where id = $1', [connected.id]);
    provider.person = { sub: 'user', email: 'user@acme.example' };
    provider.misbehaves = { userinfoClaims: { groups: ['admins'] } };
    await arrive();
    expect(await isAdmin()).toBe(true);
    provider.misbehaves = { ...provider.misbehaves, answers: { '/userinfo': { status: 500 } } };
    const { browser } = await arrive();
    expect([await emailIn(browser), await isAdmin()]).toEqual(['user@acme.example', true]);
    provider.misbehaves = { userinfoClaims: {} };
    await arrive();
    expect(await isAdmin()).toBe(false);
    provider.misbehaves = {};
  });

  test('keeps rights that no mapping mentions', async () => {
    await query(`update users set is_admin = true where email = 'user@acme.example'`);
    provider.person = { sub: 'user', email: 'user@acme.example', groups: [] };
    await map([mapping('auditors', 'readOnly')]);
    await arrive();
    expect(await findUser('user@acme.example')).toMatchObject({ is_admin: true, read_only: false });
    await query(`update users set is_admin = false where email = 'user@acme.example'`);
  });

  test('stays the owner, whatever their groups are', async () => {
    await map([mapping('admins', 'admin'), mapping('auditors', 'readOnly')]);
    provider.person = { sub: 'owner', email: 'owner@acme.example', groups: ['auditors'] };
    const { browser } = await arrive();
    expect(await emailIn(browser)).toBe('owner@acme.example');
    expect(await findUser('owner@acme.example')).toMatchObject({ is_owner: true, read_only: false });
  });

  test('has the products of their groups, and those that no mapping mentions', async () => {
    const [one, other] = ['desk', 'scan'];
    const products = async () =>
      (
        await query(
          `select product_id from user_products p join users u on u.id = p.user_id where u.email = 'user@acme.example' order by 1`,
        )
      ).map(({ product_id }) => product_id);
    await query(`delete from user_products where user_id = (select id from users where email = 'user@acme.example')`);
    await query(
      `insert into user_products (user_id, product_id) select id, $1 from users where email = 'user@acme.example'`,
      [one],
    );
    await map([mapping('scanners', null, [other])]);
    provider.person = { sub: 'user', email: 'user@acme.example', groups: ['scanners'] };
    await arrive();
    expect(await products()).toEqual([one, other]);
    provider.person = { ...provider.person, groups: [] };
    await arrive();
    expect(await products()).toEqual([one]);
  });

  describe('from Entra ID', () => {
    test('is recognized by the tenant’s object ID', async () => {
      const entra = await createEntra();
      entra.provider.person = {
        sub: 'pairwise',
        oid: 'object-1',
        tid: tenantId,
        preferred_username: 'User@acme.example',
      };
      expect(await entra.arrive()).toBe('/');
      expect(await entra.query('select subject from sso_identities')).toEqual([{ subject: 'object-1' }]);
    });

    test('is refused from another tenant, or without one', async () => {
      const entra = await createEntra();
      for (const person of [
        { sub: 'a', oid: 'object-1', tid: '00000000-0000-4000-8000-000000000000', email: 'user@acme.example' },
        { sub: 'a', oid: 'object-1', email: 'user@acme.example' },
        { sub: 'a', tid: tenantId, email: 'user@acme.example' },
      ]) {
        entra.provider.person = person;
        expect(await entra.arrive()).toBe('/login');
        expect(await entra.query('select failure from sso_sign_ins order by id desc limit 1')).toEqual([
          { failure: 'tenantWrong' },
        ]);
      }
    });

    test('is refused with an address that the tenant does not own', async () => {
      const entra = await createEntra();
      entra.provider.person = { sub: 'a', oid: 'o', tid: tenantId, email: 'user@acme.example', xms_edov: false };
      expect(await entra.arrive()).toBe('/login');
    });
  });

  async function createEntra() {
    const entra = await startMisbehavingProvider([], `/${tenantId}/v2.0`);
    const origin = new URL(entra.issuer).origin;
    const own = await createSignOnPortal({
      privateOrigins: [origin],
      accountProviders: { entraAuthority: `${origin}/{tenantId}/v2.0` },
    });
    await seedDemonstrationPeople(own.database);
    const { key } = await own.connect({ ...entra, type: 0, tenantId });
    entra.redirectUris.add(`${publicUrl}/signin-sso/${key}`);
    return {
      provider: entra,
      query: own.query,
      arrive: async () => {
        const browser = own.visitor();
        return (await own.comeBack(browser, (await entra.visit(await own.begin(browser))) as URL)).headers.location;
      },
    };
  }
});
