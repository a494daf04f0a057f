import type { AuditEvent, audit as endpoints, ResponseOf } from '@portico/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { seedDemonstrationPeople } from '../users/demonstration.ts';
import { findNamedUsers } from '../users/named.queries.ts';
import { createAudit } from './audit.service.ts';
import { auditModule } from './audit-log.routes.ts';

type Answer = ResponseOf<typeof endpoints.list>;

const database = await createTestDatabase();
await seedDemonstrationPeople(database);
const context = { database, findNamedUsers, auditRetentionDays: 400 };
const app = await createTestPortal(database, {
  extend: (portal) => {
    for (const route of auditModule(context).routes ?? []) route.bind(portal);
  },
});
const audit = createAudit({ database, appSecret: 'a secret of the tests, long enough' });
const { rows: people } = await database.pool.query('select id, email, account_id from users');
const userIdByEmail = (email: string) => people.find((person) => person.email === email).id as number;
const [owner, admin, user, operator] = ['owner@acme', 'admin@acme', 'user@acme', 'operator@portico'].map((name) =>
  userIdByEmail(`${name}.example`),
) as [number, number, number, number];
const browser: Browser = await signedIn(app, 'admin@acme.example');

const acme = { accountId: 2, address: '203.0.113.9', requestId: 'a request' };
const list = async (query = '', who = browser): Promise<Answer> => {
  const response = await who.get(`/api/Audit/List?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const kinds = ({ items }: Answer) => items.map(({ kind }) => kind);
const at = (moment: string, kind: string, userId: number | null = user, realUserId = userId) =>
  database.pool.query(
    'insert into audit_events (at, account_id, kind, user_id, real_user_id) values ($1, 2, $2, $3, $4)',
    [moment, kind, userId, realUserId],
  );

beforeAll(async () => {
  await at('2026-01-01T00:00:00Z', 'signIn');
  await at('2026-01-02T00:00:00Z', 'deviceAdded', owner);
  await at('2026-01-03T00:00:00Z', 'signInRefused', user, null as never);
  await at('2026-01-04T00:00:00Z', 'cardAdded', owner);
  await at('2026-01-04T00:00:00Z', 'deviceBlocked', owner);
  await at('2026-01-05T00:00:00Z', 'signOut');
  await at('2026-01-06T00:00:00Z', 'orderCreated', operator);
  await at('2026-01-07T00:00:00Z', 'deviceReleased', user, operator);
});

const january = 'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z';

describe('the audit log of an account', () => {
  test('lists events newest first, in pages that do not overlap', async () => {
    const all = await list(january);
    expect(kinds(all)).toEqual([
      'deviceReleased',
      'orderCreated',
      'signOut',
      'deviceBlocked',
      'cardAdded',
      'signInRefused',
      'deviceAdded',
      'signIn',
    ]);
    expect(all).toMatchObject({ total: 8, totalPages: 1, isTotalLimited: false });
    const pages = await Promise.all([1, 2, 3].map((page) => list(`${january}&pageSize=3&page=${page}`)));
    expect(pages.flatMap(kinds)).toEqual(kinds(all));
    expect(pages[2]).toMatchObject({ page: 3, totalPages: 3, total: 8 });
  });

  test.each([
    ['a group', 'group=licenses', ['deviceReleased', 'deviceBlocked', 'deviceAdded']],
    ['a kind', 'kind=signIn', ['signIn']],
    ['a kind of the group', 'group=signIn&kind=signOut', ['signOut']],
    ['a kind of another group', 'group=orders&kind=signOut', []],
    ['an unknown kind', 'kind=fromTheFuture', []],
    ['a group without kinds', 'group=tokens', []],
    ['a group without events', 'group=acting', []],
    [
      'a user, including actions by operators in their name',
      () => `userId=${user}`,
      ['deviceReleased', 'signOut', 'signInRefused', 'signIn'],
    ],
    ['the operator who really did it', () => `userId=${operator}`, ['deviceReleased', 'orderCreated']],
    ['a user and a group', () => `userId=${user}&group=signIn`, ['signOut', 'signIn']],
    ['a user of another account', () => `userId=${userIdByEmail('owner@globex.example')}`, []],
    ['a time range', 'from=2026-01-04T00:00:00Z&to=2026-01-05T00:00:00Z', ['deviceBlocked', 'cardAdded']],
    ['a kind and a time range', 'kind=deviceAdded&from=2026-01-03T00:00:00Z', []],
    ['a time range that ends before it begins', 'from=2026-01-05T00:00:00Z&to=2026-01-02T00:00:00Z', []],
  ])('filters the log by %s', async (_, query, expected) => {
    const filter = typeof query === 'string' ? query : query();
    const times = filter.includes('from=')
      ? filter.includes('to=')
        ? filter
        : `${filter}&to=2026-02-01T00:00:00Z`
      : `${filter}&${january}`;
    const answer = await list(times);
    expect(kinds(answer)).toEqual(expected);
    expect(answer.total).toBe(expected.length);
  });

  test.each([
    'userId=x',
    'userId=-1',
    'group=all',
    "kind=';--",
    'from=yesterday',
    'to=2026-01-01',
    'page=0',
    'pageSize=401',
  ])('refuses %s', async (query) => {
    expect((await browser.get(`/api/Audit/List?${query}`)).statusCode).toBe(400);
  });

  test('shows only the events of the caller’s account', async () => {
    const globex = await signedIn(app, 'owner@globex.example');
    expect(kinds(await list(january, globex))).toEqual([]);
    const operators = await signedIn(app, 'operator@portico.example');
    expect(kinds(await list(january, operators))).toEqual([]);
    expect(kinds(await list('kind=signIn', operators))).toEqual(['signIn']);
  });

  test('is visible to admins only', async () => {
    for (const name of ['user@acme.example', 'readonly@acme.example'])
      expect((await (await signedIn(app, name)).get('/api/Audit/List')).statusCode).toBe(403);
  });
});

describe('an event in the audit log', () => {
  const newest = async (kind: string): Promise<AuditEvent> => (await list(`kind=${kind}`)).items[0] as AuditEvent;

  test('shows who did it, from where, and the old and new values', async () => {
    const changes = { phone: ['', '+1 555 0100'], active: [true, false], productIds: [[1], [1, 2]] } as const;
    await audit.record({
      ...acme,
      kind: 'userChanged',
      userId: admin,
      realUserId: admin,
      detail: { userId: user, changes },
    });
    expect(await newest('userChanged')).toMatchObject({
      text: 'Changed a user',
      group: 'users',
      user: { id: admin, isOperator: false },
      realUser: null,
      actingReason: null,
      address: '203.0.113.9',
      requestId: 'a request',
      changes: [
        { field: 'phone', label: 'Phone', before: '', after: '+1 555 0100' },
        { field: 'active', label: 'Active', before: true, after: false },
        { field: 'productIds', label: 'Products', before: [1], after: [1, 2] },
      ],
      facts: [{ name: 'userId', label: 'User', value: user, text: expect.stringMatching(/\w/) }],
    });
  });

  test('names the operator who acted as the user, and the reason', async () => {
    const detail = { actingReason: 'Ticket 4711: cannot add a device', deviceId: 7 };
    await audit.record({ ...acme, kind: 'deviceChanged', userId: user, realUserId: operator, detail });
    expect(await newest('deviceChanged')).toMatchObject({
      user: { id: user, isOperator: false },
      realUser: { id: operator, isOperator: true },
      actingReason: 'Ticket 4711: cannot add a device',
      facts: [{ name: 'deviceId', value: 7 }],
    });
  });

  test('shows the details that have a message, and ignores malformed changes', async () => {
    const detail = { note: 'inside', subscriptionId: 3, changes: { a: 1, b: [1], c: [{}, 2], d: ['x', 'y'] } } as never;
    await audit.record({ ...acme, kind: 'subscriptionCanceled', userId: 999_999, detail });
    expect(await newest('subscriptionCanceled')).toMatchObject({
      user: { id: 999_999, name: '#999999', isOperator: false },
      facts: [{ name: 'subscriptionId' }],
      changes: [{ field: 'd', label: 'd', before: 'x', after: 'y' }],
    });
  });

  test('names the former and the new owner of a transfer', async () => {
    const detail = { userId: admin, changes: { ownerId: [owner, 999_999] as const } };
    await audit.record({ ...acme, kind: 'userChanged', userId: owner, detail });
    const event = await newest('userChanged');
    expect(event.changes).toEqual([{ field: 'ownerId', label: 'Owner', before: event.user?.name, after: '#999999' }]);
  });

  test('shows coded values in the reader’s language', async () => {
    const changes = { usageDataPolicy: [3, 0] } as const;
    await audit.record({ ...acme, kind: 'accountSettingsChanged', userId: admin, detail: { changes } });
    const response = await browser.get('/api/Audit/List?kind=accountSettingsChanged', {
      headers: { 'accept-language': 'fr' },
    });
    expect(response.json().items[0]).toMatchObject({
      text: 'Paramètres du compte modifiés',
      changes: [{ label: 'Partage des données d’utilisation', before: 'Rien', after: 'Tout' }],
    });
  });
});

test('lists the kinds of events by group, in the reader’s language', async () => {
  const { groups, retentionDays } = (await browser.get('/api/Audit/Kinds')).json();
  expect(retentionDays).toBe(400);
  for (const { text, kinds } of groups) for (const kind of kinds) expect([text, kind.text]).not.toContain(kind.kind);
  expect(groups[0]).toEqual({
    group: 'signIn',
    text: 'Signing in',
    kinds: expect.arrayContaining([{ kind: 'signOut', text: 'Signed out' }]),
  });
});

test('exports all selected events, with formulas made inert', async () => {
  await database.pool.query(
    `insert into audit_events (at, account_id, kind, user_id, real_user_id, detail)
     select timestamptz '2025-06-01' + make_interval(secs => g / 3), 2, 'profileChanged', $1, $1,
            '{"actingReason": "=1+1", "changes": {"firstName": ["=1+1", "Ada"], "active": [true, false]}}'
     from generate_series(1, 2500) g`,
    [user],
  );
  const response = await browser.get(
    '/Reports/AuditReport?format=csv&group=users&from=2025-06-01T00:00:00Z&to=2025-07-01T00:00:00Z',
  );
  expect(response.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"');
  const lines = response.body.trim().split('\n');
  expect(lines[0]).toBe(
    'Time (UTC),"Exactly, in UTC",Event,Kind,User,Really done by,Reason for acting as the user,Changes,Details,IP address,Request ID',
  );
  expect(lines).toHaveLength(2_501);
  expect(lines[1]).toMatch(
    /^06\/01\/2025 12:13 AM,2025-06-01T00:13:53\.\d+Z,Changed the profile,profileChanged,.+ \(#\d+\),,'=1\+1,"Active: yes → no; First name: =1\+1 → Ada",,,$/,
  );
  expect((await browser.get('/Reports/AuditReport?format=pdf')).statusCode).toBe(400);
});

test('counts and lists at most 10,000 events of a selection', async () => {
  await database.pool.query(
    `insert into audit_events (at, account_id, kind) select timestamptz '2025-01-01' + make_interval(secs => g), 2, 'forbidden'
     from generate_series(1, 10005) g`,
  );
  const query = 'kind=forbidden&from=2025-01-01T00:00:00Z&to=2025-02-01T00:00:00Z&pageSize=100';
  expect(await list(query)).toMatchObject({ total: 10_000, totalPages: 100, isTotalLimited: true });
  expect((await list(`${query}&page=100`)).items).toHaveLength(100);
  expect((await list(`${query}&page=101`)).items).toEqual([]);
  const inPagesOf300 = query.replace('pageSize=100', 'pageSize=300');
  expect((await list(`${inPagesOf300}&page=34`)).items).toHaveLength(100);
  expect((await list(`${inPagesOf300}&page=35`)).items).toEqual([]);
  expect((await list(`${query}&page=1000000`)).items).toEqual([]);
});
