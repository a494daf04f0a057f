import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import type { Database } from '../../core/db/database.ts';
import { deleteExpiredLinks } from './links.queries.ts';
import {
  findLink,
  findUserLink,
  issueLink,
  LinkExpiredError,
  recordLinkMessage,
  useLink,
  voidLinks,
} from './links.service.ts';

let database: Database;
let userId: number;
let otherId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query(
    `with company as (insert into companies (id, name, slug) values (1, 'Veriscan', 'veriscan') returning id),
          account as (insert into accounts (company_id, name) select id, 'Acme' from company returning id)
     insert into users (account_id, login, email, first_name)
     select id, login, login || '@acme.example', login from account, unnest(array['avery', 'blake']) login returning id`,
  );
  [userId, otherId] = rows.map(({ id }) => id);
});

const reset = (id = userId) =>
  database.transaction((transaction) => issueLink(transaction, { kind: 'resetPassword', userId: id, data: {} }));
const use = (token: string, kind: 'resetPassword' | 'invitation' | 'endSession' = 'resetPassword') =>
  database.transaction((transaction) => useLink(transaction, token, kind));

test('stores only the hash of a token of 256 random bits, which is in the fragment of the page', async () => {
  const { token, path } = await reset();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(path).toBe(`/ResetPassword#${token}`);
  const { rows } = await database.pool.query('select l::text as row from one_time_links l');
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
});

test('a link works once, even for 20 concurrent uses', async () => {
  const { token } = await reset();
  const uses = await Promise.allSettled(Array.from({ length: 20 }, () => use(token)));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of uses) if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(LinkExpiredError);
});

test('a link stays usable if its effect fails', async () => {
  const { token } = await reset();
  await expect(
    database.transaction(async (transaction) => {
      await useLink(transaction, token, 'resetPassword');
      throw new Error('effect failed');
    }),
  ).rejects.toThrow('effect failed');
  await expect(use(token)).resolves.toMatchObject({ userId, kind: 'resetPassword' });
});

test('rejects a token for another purpose than its own', async () => {
  const { token } = await reset();
  await expect(use(token, 'invitation')).rejects.toThrow(LinkExpiredError);
  await expect(use(token, 'endSession')).rejects.toThrow(LinkExpiredError);
  await expect(use(`${token}x`)).rejects.toThrow(LinkExpiredError);
  await expect(use(token)).resolves.toBeDefined();
});

test('rejects and deletes an expired link', async () => {
  const { token } = await reset();
  await database.pool.query(`update one_time_links set expires_at = now() where used_at is null`);
  await expect(use(token)).rejects.toThrow(LinkExpiredError);
  expect(await findLink(database.query, token)).toBeUndefined();
  await deleteExpiredLinks(database.query);
  const { rows } = await database.pool.query('select from one_time_links where expires_at <= now()');
  expect(rows).toHaveLength(0);
});

test('keeps only the newest unused link per user and kind, even if 10 are issued concurrently', async () => {
  const first = await reset();
  const others = await reset(otherId);
  const issued = await Promise.all(Array.from({ length: 10 }, () => reset()));
  await expect(use(first.token)).rejects.toThrow(LinkExpiredError);
  const live = await Promise.all(issued.map(({ token }) => findLink(database.query, token)));
  expect(live.filter(Boolean)).toHaveLength(1);
  await expect(use(others.token)).resolves.toMatchObject({ userId: otherId });
});

test('keeps several links that end a session', async () => {
  const issue = (sessionPublicId: string) =>
    database.transaction((transaction) =>
      issueLink(transaction, { kind: 'endSession', userId, data: { sessionPublicId, browserId: null } }),
    );
  const first = await issue('7f0c3f0e-4c9e-4d4e-9a55-000000000001');
  const second = await issue('7f0c3f0e-4c9e-4d4e-9a55-000000000002');
  expect((await use(first.token, 'endSession')).data).toEqual({
    sessionPublicId: '7f0c3f0e-4c9e-4d4e-9a55-000000000001',
    browserId: null,
  });
  await expect(use(second.token, 'endSession')).resolves.toBeDefined();
});

test('returns the messages of replaced, used and voided links, so that their content is deleted', async () => {
  const first = await reset();
  await recordLinkMessage(database.query, first.token, 41);
  const second = await reset();
  expect(second.replacedMessageId).toBe(41);
  await recordLinkMessage(database.query, second.token, 42);
  expect(await findUserLink(database.query, userId, 'resetPassword')).toMatchObject({ messageId: 42 });
  expect(await use(second.token)).toMatchObject({ messageId: 42 });
  const third = await reset();
  await recordLinkMessage(database.query, third.token, 43);
  expect(await voidLinks(database.query, userId, 'resetPassword', 'invitation')).toEqual([43]);
  await expect(use(third.token)).rejects.toThrow(LinkExpiredError);
});
