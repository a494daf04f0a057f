import { beforeEach, describe, expect, test } from 'vitest';
import { signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { createUser } from '../users/user-creation.ts';
import { accountSettingsModule } from './account-settings.routes.ts';
import { clampSessionSeconds } from './account-settings.service.ts';

const database = await createTestDatabase();
await seedDemonstrationPeople(database);
const app = await createTestPortal(database, {
  extend: (portal, { audit }) => {
    for (const route of accountSettingsModule({ database, audit }).routes ?? []) route.bind(portal);
  },
});
const sql = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const admin = await signedIn(app, 'admin@acme.example');
const events = (kind: string) =>
  sql('select account_id, user_id, detail from audit_events where kind = $1 order by id desc', [kind]);

beforeEach(() => sql('delete from rate_limits'));

describe('account settings', () => {
  const settings = '/api/profile/AccountSettings';
  const input = { timeZoneId: 'America/Toronto', businessDayEnds: '18:30', usageDataPolicyType: 1 };

  test('an account that changed no settings is in UTC and shares no usage data', async () => {
    const answer = (await admin.get(settings)).json();
    expect(answer).toMatchObject({
      timeZoneId: 'UTC',
      businessDayEnds: '17:00',
      usageDataPolicyType: 3,
      isDaylightSavingTime: false,
      timeZoneOffset: 0,
    });
    expect(answer.utilityData.timeZones).toContainEqual({
      id: 'Asia/Tokyo',
      timeZoneOffset: 540,
      isDaylightSavingTime: false,
    });
  });

  test('saves settings for the account of the session only, and records the changes', async () => {
    const saved = await admin.post(settings, { ...input, accountId: 3, notifyActing: false });
    expect(saved.json()).toMatchObject(input);
    expect((await admin.get(settings)).json()).toEqual(saved.json());
    const others = await signedIn(app, 'owner@globex.example');
    expect((await others.get(settings)).json()).toMatchObject({ timeZoneId: 'UTC', usageDataPolicyType: 3 });
    const [event] = await events('accountSettingsChanged');
    const changes = {
      timeZone: ['UTC', 'America/Toronto'],
      businessDayEnd: ['17:00', '18:30'],
      usageDataPolicy: [3, 1],
    };
    expect(event).toMatchObject({ account_id: 2, detail: { changes } });
    expect((await admin.get('/api/profile/ActingNotice')).json()).toEqual({ notifyActing: true });
  });

  test('saves nothing if somebody else changed the settings since the form was read', async () => {
    const { revision } = (await admin.get(settings)).json();
    expect((await admin.post(settings, { ...input, businessDayEnds: '19:00', revision })).statusCode).toBe(200);
    expect((await admin.post(settings, { ...input, usageDataPolicyType: 2, revision })).statusCode).toBe(409);
    expect((await admin.get(settings)).json()).toMatchObject({ businessDayEnds: '19:00', usageDataPolicyType: 1 });
    await admin.post(settings, input);
  });

  test('records no event if nothing changes', async () => {
    const before = (await events('accountSettingsChanged')).length;
    await admin.post(settings, input);
    expect(await events('accountSettingsChanged')).toHaveLength(before);
  });

  test('shows a time zone that was stored under an alias', async () => {
    const { utilityData } = (await admin.post(settings, { ...input, timeZoneId: 'US/Eastern' })).json();
    expect(utilityData.timeZones.map(({ id }: { id: string }) => id)).toContain('US/Eastern');
  });

  test.each([
    ['timeZoneId', 'Nowhere/Nobody'],
    ['timeZoneId', ''],
    ['timeZoneId', '+05:00'],
    ['businessDayEnds', '24:00'],
    ['businessDayEnds', '7:00'],
    ['businessDayEnds', "17:00'; drop table accounts"],
    ['usageDataPolicyType', 4],
    ['usageDataPolicyType', -1],
    ['usageDataPolicyType', '3'],
  ])('rejects a %s of %o at its field', async (field, value) => {
    const response = await admin.post(settings, { ...input, [field]: value });
    expect(response.json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { [field]: [expect.any(String)] },
    });
  });
});

describe('the idle time of sessions', () => {
  const lifetime = '/api/profile/CookieExpirationTime';
  const save = (expirationTimeInSeconds: unknown) => admin.post(lifetime, { expirationTimeInSeconds } as object);

  test.each([
    [1, 1_800],
    [1_799, 1_800],
    [1_800, 1_800],
    [5_400, 5_400],
    [86_400, 86_400],
    [89_100, 86_400],
  ])('saves %i s as %i s', async (wanted, kept) => {
    expect(clampSessionSeconds(wanted)).toBe(kept);
    expect((await save(wanted)).json()).toEqual({ expirationTimeInSeconds: kept });
    expect((await admin.get(lifetime)).json()).toEqual({ expirationTimeInSeconds: kept });
  });

  test.each([0, -900, 1.5, '1800', null])('rejects %o at its field', async (wanted) => {
    expect((await save(wanted)).json()).toMatchObject({
      code: 'ValidationError',
      propertyErrors: { expirationTimeInSeconds: [expect.any(String)] },
    });
  });

  test('applies a shorter idle time to open sessions at their next request', async () => {
    await save(7_200);
    const idle = await signedIn(app, 'user@acme.example');
    await sql(
      "update sessions set last_seen_at = now() - interval '1 hour' where user_id = (select id from users where email = 'user@acme.example')",
    );
    expect((await idle.get('/api/User/Current')).statusCode).toBe(200);
    await sql(
      "update sessions set last_seen_at = now() - interval '1 hour' where user_id = (select id from users where email = 'user@acme.example')",
    );
    await save(1_800);
    expect((await idle.get('/api/User/Current')).statusCode).toBe(401);
    const [event] = await events('accountSettingsChanged');
    expect(event?.detail).toEqual({ changes: { sessionIdleSeconds: [7_200, 1_800] } });
  });
});

test('mails the owner when the vendor’s staff act as a user, unless the account turns it off', async () => {
  const notice = '/api/profile/ActingNotice';
  const save = (notifyActing: unknown) => admin.send('PUT', notice, { payload: { notifyActing } as object });
  expect((await admin.get(notice)).json()).toEqual({ notifyActing: true });
  expect((await save(false)).json()).toEqual({ notifyActing: false });
  expect(await sql('select notify_acting from accounts where id = 2')).toEqual([{ notify_acting: false }]);
  expect((await save('no')).json()).toMatchObject({ code: 'ValidationError' });
  const [event] = await events('accountSettingsChanged');
  expect(event?.detail).toEqual({ changes: { notifyActing: [true, false] } });
});

describe('the notice days of an account', () => {
  const days = '/api/profile/NoticeDays';
  const save = (wanted: unknown) => admin.send('PUT', days, { payload: { days: wanted } as object });

  test('are those of the products until an admin chooses others, or none', async () => {
    expect((await admin.get(days)).json()).toEqual({ days: null });
    expect((await save([1, 30, 1])).json()).toEqual({ days: [30, 1] });
    const [event] = await events('accountSettingsChanged');
    expect(event?.detail).toEqual({ changes: { noticeDays: [null, [1, 30]] } });
    expect((await save([])).json()).toEqual({ days: [] });
    expect(await sql('select notice_days from accounts where id = 2')).toEqual([{ notice_days: [] }]);
    expect((await save(null)).json()).toEqual({ days: null });
    expect(await sql('select id from accounts where notice_days is not null')).toEqual([]);
  });

  test.each([[[2]], [['30']], [30], ['all'], [[60, 30, 14, 7, 1, 1]]])(
    'are rejected at their field: %j',
    async (wanted) => {
      const refused = await save(wanted);
      expect(refused.json()).toMatchObject({ code: 'ValidationError' });
      expect(Object.keys(refused.json().propertyErrors)[0]).toMatch(/^days/);
    },
  );

  test('are visible to users and read-only users, who cannot change them', async () => {
    const user = await signedIn(app, 'readonly@acme.example');
    expect((await user.get(days)).statusCode).toBe(200);
    expect((await user.send('PUT', days, { payload: { days: [1] } })).statusCode).toBe(403);
  });
});

test('record concurrent changes in order, each with the values of the previous change as the former ones', async () => {
  const from = (await events('accountSettingsChanged')).length;
  const times = ['08:00', '09:00', '10:00', '11:00'];
  const input = { timeZoneId: 'UTC', usageDataPolicyType: 3 };
  await Promise.all(
    times.map((businessDayEnds) => admin.post('/api/profile/AccountSettings', { ...input, businessDayEnds })),
  );
  const recorded = (await events('accountSettingsChanged')).slice(0, -from || undefined).reverse();
  const pairs = recorded.map(({ detail }) => detail.changes.businessDayEnd as [string, string]);
  expect(pairs).toHaveLength(4);
  for (const [index, [before]] of pairs.entries()) if (index > 0) expect(before).toBe(pairs[index - 1]?.[1]);
});

describe('the users affected by a second-factor requirement', () => {
  const affected = async (query = '') => (await admin.get(`/api/User/TfaSettings/Affected${query}`)).json();

  test('lists active users without a second factor or passkey, in pages', async () => {
    const [{ id: owner }] = (await sql("select id from users where email = 'owner@acme.example'")) as [{ id: number }];
    const [{ id: user }] = (await sql("select id from users where email = 'user@acme.example'")) as [{ id: number }];
    await sql("insert into second_factors (user_id, method, target) values ($1, 'Email', 'owner@acme.example')", [
      owner,
    ]);
    await sql("insert into passkeys (user_id, credential_id, public_key, name) values ($1, '\\x01', '\\x02', 'Key')", [
      user,
    ]);
    const gone = {
      accountId: 2,
      login: 'gone',
      email: 'gone@acme.example',
      firstName: 'Gone',
      lastName: '',
      password: null,
    };
    await sql('update users set active = false where id = $1', [
      await createUser(database, { ...gone, phone: '', comments: '' }),
    ]);
    const answer = await affected();
    expect(answer).toMatchObject({ total: 2, totalPages: 1, page: 1, activeUsers: 4 });
    expect(answer.items.map(({ login }: { login: string }) => login)).toEqual([
      'admin@acme.example',
      'readonly@acme.example',
    ]);
    const second = await affected('?page=2&pageSize=1');
    expect(second.items).toMatchObject([{ login: 'readonly@acme.example' }]);
  });

  test('records a change of the requirement once, with the old value', async () => {
    const put = (tfaIsRequired: boolean) => admin.send('PUT', '/api/User/TfaSettings', { payload: { tfaIsRequired } });
    await Promise.all([put(true), put(true)]);
    const recorded = await events('secondFactorRequirementChanged');
    expect(recorded.map(({ detail }) => detail)).toEqual([{ changes: { secondFactorRequired: [false, true] } }]);
  });

  test('asks for the password again if it was given too long ago', async () => {
    await sql("update sessions set confirmed_at = now() - interval '1 hour'");
    const response = await admin.send('PUT', '/api/User/TfaSettings', { payload: { tfaIsRequired: false } });
    expect(response.json().code).toBe('ConfirmationRequired');
  });
});
