import { beforeEach, describe, expect, test } from 'vitest';
import { chosenPassword, otherPassword, startUsers } from './users.test-support.ts';

describe('adding a user', async () => {
  const { database, sql, signIn, findAuditEvent, listMailsTo, defaults, accountId } = await startUsers();
  const admin = await signIn('admin@acme.example');
  let count = 0;

  /** A different person each time. */
  const newPerson = (change: object = {}) => {
    count += 1;
    return { login: `new${count}`, email: `new${count}@acme.example`, firstName: 'Grace', ...change };
  };
  const add = (change: object = {}, browser = admin) => browser.post('/api/User/', newPerson(change));
  const findRow = async (id: number) => (await sql('select * from users where id = $1', [id]))[0];

  beforeEach(async () => {
    await sql('delete from rate_limits');
    await sql('delete from mail_messages');
  });

  test('a user who was added with a password can sign in, and the password is not recorded', async () => {
    const added = await add({ password: chosenPassword, lastName: 'Hopper' });
    const { passportUserId: id } = added.json();
    expect(await findRow(id)).toMatchObject({
      account_id: accountId,
      first_name: 'Grace',
      is_admin: false,
      active: true,
    });
    await signIn(`new${count}@acme.example`, chosenPassword);
    expect(await listMailsTo(`new${count}@acme.example`)).toEqual([]);
    const event = await findAuditEvent('userAdded');
    expect(event?.detail).toMatchObject({ userId: id, login: `new${count}`, isInvited: false });
    expect(JSON.stringify(event)).not.toContain(chosenPassword);
  });

  describe('an address of a proved mail domain', () => {
    const prove = (domain: string, owner: string) =>
      sql(
        `with provider as (
           insert into external_providers (account_id, key, type, name, domain)
           select account_id, $1, 1, 'Directory', $1 from users where email = $2 returning id)
         insert into external_provider_domains (provider_id, domain, record_value, proved_at, proof)
         select id, $1, 'x', now(), 'dns' from provider`,
        [domain, owner],
      );

    test('is refused in other accounts, also as a new address', async () => {
      await prove('globex.example', 'owner@globex.example');
      const refused = { email: ['This address belongs to another organization’s domain.'] };
      expect((await add({ email: 'ceo@Globex.example' })).json().propertyErrors).toEqual(refused);
      const { passportUserId: id } = (await add()).json();
      const user = (await admin.get(`/api/User/${id}`)).json();
      const saved = await admin.post(`/api/User/${id}`, { ...user, email: 'ceo@globex.example' });
      expect(saved.json().propertyErrors).toEqual(refused);
    });

    describe('that users of another account have', () => {
      const squat = async (email: string) => {
        const globex = await signIn('owner@globex.example');
        const added = await add({ email, login: email, password: chosenPassword }, globex);
        const id: number = added.json().passportUserId;
        await signIn(email, chosenPassword);
        return { id, globex };
      };
      const take = (email: string) => add({ email, login: email });
      beforeEach(() => sql("delete from external_providers where domain = 'acme.example'"));

      test('is taken from a user with a password that their admin set, even after signing in with it', async () => {
        const { id, globex } = await squat('ceo@acme.example');
        const passwords = { newPassword: otherPassword, newPasswordConfirmation: otherPassword };
        expect((await globex.post(`/api/User/ChangePassword/${id}`, passwords)).statusCode).toBe(200);
        await prove('acme.example', 'owner@acme.example');
        expect((await take('ceo@acme.example')).statusCode).toBe(200);
        const released = { active: false, password_hash: null, email: `released-${id}@released.invalid` };
        expect(await findRow(id)).toMatchObject(released);
        expect((await findAuditEvent('addressesReleased'))?.detail).toEqual({ email: 'ceo@acme.example', count: 1 });
      });

      test('is taken from a user whom their admin moved there from a proved address', async () => {
        const { id, globex } = await squat('x@acme.example');
        await sql('update users set email_proved_at = now() where id = $1', [id]);
        const user = (await globex.get(`/api/User/${id}`)).json();
        await globex.post(`/api/User/${id}`, { ...user, login: 'moved', email: 'cto@acme.example' });
        await prove('acme.example', 'owner@acme.example');
        expect((await take('cto@acme.example')).statusCode).toBe(200);
      });

      test('is taken as a login from a user with another, proved address, who signs in with that', async () => {
        const { id } = await squat('coo@acme.example');
        await sql("update users set email = 'coo@globex.example', email_proved_at = now() where id = $1", [id]);
        await prove('acme.example', 'owner@acme.example');
        expect((await take('coo@acme.example')).statusCode).toBe(200);
        expect(await findRow(id)).toMatchObject({ active: true, email: 'coo@globex.example' });
        await signIn('coo@globex.example', chosenPassword);
      });

      test('stays with the user who proved it', async () => {
        const { id } = await squat('cfo@acme.example');
        await sql('update users set email_proved_at = now() where id = $1', [id]);
        await prove('acme.example', 'owner@acme.example');
        expect((await take('cfo@acme.example')).statusCode).toBe(422);
      });

      test('leaves an owner their account and password', async () => {
        await sql(
          "update users set email = 'boss@acme.example', email_proved_at = null, last_login_at = now() where email = 'owner@globex.example'",
        );
        await prove('acme.example', 'owner@acme.example');
        expect((await take('boss@acme.example')).statusCode).toBe(200);
        const [owner] = await sql("select * from users where login = 'owner@globex.example'");
        expect(owner).toMatchObject({ active: true, is_owner: true, password_hash: expect.any(String) });
        await sql("update users set email = login where login = 'owner@globex.example'");
      });
    });
  });

  test('a login has one user, however its letters are typed', async () => {
    const email = 'elodie@acme.example';
    expect((await add({ login: 'Élodie.x', email, password: chosenPassword })).statusCode).toBe(200);
    for (const spelling of ['Élodie.x', 'élodie.x', 'ÉLODIE.X', 'E\u0301lodie\u200b.x', 'ＥLODIE@acme.example']) {
      await signIn(spelling, chosenPassword);
      expect((await add({ login: spelling })).json().propertyErrors).toHaveProperty('login');
    }
  });

  test.each([[null], ['']])(
    'a user who was added without a password (%j) gets an invitation with a link to set one',
    async (password) => {
      const { passportUserId: id } = (await add({ password })).json();
      expect(await listMailsTo(`new${count}@acme.example`)).toMatchObject([
        { template: 'invitation', data: { inviterName: 'Morgan Lee', accountName: 'Acme Security' } },
      ]);
      expect(await findRow(id)).toMatchObject({ password_hash: null });
      expect((await findAuditEvent('userAdded'))?.detail).toMatchObject({ userId: id, isInvited: true });
    },
  );

  test('a new user gets the account’s defaults, or the chosen products', async () => {
    defaults.current = { features: ['customerAdmin'], permissions: ['changePassword'], productIds: ['scan'] };
    const listGrants = async (id: number) => ({
      features: (await sql('select feature from user_features where user_id = $1', [id])).map(({ feature }) => feature),
      refused: (await sql('select permission from user_refusals where user_id = $1', [id])).map(
        (one) => one.permission,
      ),
      products: (await sql('select product_id from user_products where user_id = $1', [id])).map(
        (one) => one.product_id,
      ),
    });
    const usual = (await add()).json().passportUserId;
    expect(await listGrants(usual)).toEqual({
      features: ['customerAdmin'],
      refused: ['changeExternalLogins'],
      products: ['scan'],
    });
    const chosen = (await add({ availableProducts: ['parse'] })).json().passportUserId;
    expect((await listGrants(chosen)).products).toEqual(['parse']);
    expect((await listGrants((await add({ availableProducts: [] })).json().passportUserId)).products).toEqual([]);
    const asAdmin = (await add({ admin: true, availableProducts: ['parse'] })).json().passportUserId;
    expect(await listGrants(asAdmin)).toEqual({ features: [], refused: [], products: [] });
    defaults.current = { features: [], permissions: ['changePassword', 'changeExternalLogins'], productIds: [] };
  });

  test.each([
    ['login', { login: ' ' }],
    ['login', { login: 'ADMIN@acme.example' }],
    ['login', { login: 'stranger@elsewhere.example' }],
    ['email', { email: 'not an address' }],
    ['email', { email: 'Owner@globex.example' }],
    ['firstName', { firstName: '' }],
    ['password', { password: 'short' }],
    ['password', { password: 'Acme2026!' }],
    ['expDate', { expDate: '2020-01-01T00:00:00.000Z' }],
    ['availableProducts', { availableProducts: ['gone'] }],
  ])('rejects a bad %s at its field: %o', async (field, change) => {
    const refused = await add({ lastName: 'Hopper', ...change });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().propertyErrors)).toEqual([field]);
    expect(await sql('select id from users where login = $1', [`new${count}`])).toEqual([]);
  });

  test('adding an admin needs a confirmation in the last ten minutes, and the owner is mailed (USR-36)', async () => {
    await sql("update sessions set confirmed_at = now() - interval '3 hours'");
    expect((await add({ admin: true, password: chosenPassword })).json().code).toBe('ConfirmationRequired');
    const { passportUserId: id } = (await add()).json();
    const user = (await admin.get(`/api/User/${id}`)).json();
    const promote = () => admin.post(`/api/User/${id}`, { ...user, admin: true });
    const change = (active: boolean) => admin.post(`/api/User/changeActivation/${id}?active=${active}`);
    expect((await promote()).json().code).toBe('ConfirmationRequired');
    expect([(await change(false)).statusCode, (await change(true)).statusCode]).toEqual([200, 200]);
    expect(await listMailsTo('owner@acme.example')).toEqual([]);
    await sql('update sessions set confirmed_at = now()');
    expect((await promote()).statusCode).toBe(200);
    expect(await listMailsTo('owner@acme.example')).toMatchObject([
      { template: 'adminsAdded', data: { emails: [user.email], count: 1, actorName: 'Morgan Lee' } },
    ]);
    await sql("update sessions set confirmed_at = now() - interval '3 hours'");
    expect((await change(false)).json().code).toBe('ConfirmationRequired');
    await sql('update sessions set confirmed_at = now()');
  });

  test('ignores fields that a new user does not have', async () => {
    const others = { isOwner: true, isOperator: true, accountId: 1, account_id: 1, id: 999_999, active: false };
    const { passportUserId: id } = (await add(others)).json();
    expect(await findRow(id)).toMatchObject({
      account_id: accountId,
      is_owner: false,
      is_operator: false,
      active: true,
    });
  });

  test.each(Array.from({ length: 5 }))(
    'of two concurrent users with one address, one is added and the other rejected at its field',
    async () => {
      const { email } = newPerson();
      const answers = await Promise.all([add({ email }), add({ email })]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
      const refused = answers.find(({ statusCode }) => statusCode === 422)?.json();
      expect(refused.propertyErrors).toEqual({ email: ['The email is already taken.'] });
      expect(await sql('select id from users where lower(email) = $1', [email])).toHaveLength(1);
    },
  );

  test('uses one database connection, so that many concurrent calls do not block each other', async () => {
    const others = Array.from({ length: database.pool.options.max - 1 });
    const held = await Promise.all(others.map(() => database.pool.connect()));
    try {
      expect((await add()).statusCode).toBe(200);
    } finally {
      for (const client of held) client.release();
    }
  });

  test('limits added users to 100 an hour, because each may be sent mail', async () => {
    await sql(
      "insert into rate_limits (key, points, expire) values ('user-add:' || $1, 99, (extract(epoch from now()) * 1000)::bigint + 30000)",
      [accountId],
    );
    const answers = [await add(), await add()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429]);
  });
});
