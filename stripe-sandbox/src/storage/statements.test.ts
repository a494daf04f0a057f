import { afterAll, expect, test } from 'vitest';
import { controlOf } from '../../test/control.ts';
import { newDatabase, useSandbox } from '../../test/sandbox.ts';
import { openDatabase } from './database.ts';
import { OBJECT_TYPES } from './object-types.ts';
import { selectObjects } from './select.ts';

/** Parameters of calls never become part of an SQL statement, and no second statement can be added. */
const { sandbox, stripe, database } = await useSandbox();
const control = controlOf(sandbox);
const pool = await openDatabase(await newDatabase());
afterAll(() => pool.end());

test('rejects a second statement on connections and the pool, with and without values', async () => {
  const connection = await pool.connect();
  const refused = expect.objectContaining({ code: '42601' });
  const two = `select 1; create table stacked (id int)`;
  for (const call of [
    () => pool.query(two),
    () => pool.query({ text: two }),
    () => pool.query(two, []),
    () => connection.query(two),
    () => connection.query({ text: two, values: [] }),
  ]) {
    await expect(call()).rejects.toEqual(refused);
  }
  const { rows } = await connection.query(`select to_regclass('stacked') as made`);
  connection.release();
  expect(rows).toEqual([{ made: null }]);
});

test.each([
  `customer'; create table stacked (id int); --`,
  `customer' or true --`,
  `customer'; copy (select 1) to program 'true'; --`,
  'unknown',
  'toString',
])('rejects the object type %s', async (type) => {
  await stripe.customers.create({ name: 'Jenny' });
  const { status, answer } = await control.call('GET', `objects?type=${encodeURIComponent(type)}`);
  expect([status, answer]).toMatchObject([400, { error: { type: 'invalid_request_error', param: 'type' } }]);
  const { rows } = await database.query(`select to_regclass('stacked') as made`);
  expect(rows).toEqual([{ made: null }]);
});

test('accepts a type as a value only', async () => {
  const { rows } = await selectObjects(pool, `customer' or true --` as 'customer', {});
  expect(rows).toEqual([]);
});

test('returns a list of every type', async () => {
  for (const type of OBJECT_TYPES) expect((await control.get(`objects?type=${type}`)).has_more).toBe(false);
});

const HOSTILE = [`x' or true --`, `x"; drop table objects; --`, '$1', '\\', `%' or '1'='1`];

test.each(HOSTILE)('treats %s as a value in every filter of a list', async (value) => {
  const given = encodeURIComponent(value);
  for (const path of [
    `events?type=${given}`,
    `events?related=${given}`,
    `objects?type=customer&related=${given}`,
    `objects?type=customer&customer=${given}`,
  ]) {
    expect([path, (await control.get(path)).data]).toEqual([path, []]);
  }
  expect((await stripe.customers.list({ email: value })).data).toEqual([]);
  expect((await stripe.prices.list({ lookup_keys: [value] })).data).toEqual([]);
  expect((await stripe.promotionCodes.list({ code: value })).data).toEqual([]);
  expect((await stripe.events.list({ type: value })).data).toEqual([]);
  expect((await control.call('GET', `objects?type=customer&starting_after=${given}`)).status).toBe(400);
  expect((await control.call('GET', `objects/${given}`)).status).toBe(404);
});
