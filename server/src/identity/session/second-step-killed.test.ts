import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closeAfterTests } from '../../../test/clean-up.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { startTestSandbox, testSecret } from '../../../test/full-portal.ts';
import { ownPort } from '../../../test/own-port.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { portalProcess } from '../../../test/portal-process.ts';
import { seedDemonstrationPeople } from '../../accounts/index.ts';
import { authenticatorCode, challenged, verify, withAuthenticator, wrongCode } from './second-step.test-support.ts';

const owner = 'owner@acme.example';

test('counts a try and uses up its code even if the process is killed', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const survivor = await createTestPortal(database, { appSecret: testSecret });
  const sandbox = await startTestSandbox(database.url, undefined);
  const killed = portalProcess({ databaseUrl: database.url, apiBase: sandbox.url, port: await ownPort() });
  closeAfterTests(() => killed.kill());
  await killed.start();
  const { sharedKey } = await withAuthenticator(survivor, database, owner);
  const { browser } = await challenged(survivor, owner);
  const there = browser.at(killed);
  expect((await verify(there, { code: wrongCode(sharedKey) })).statusCode).toBe(422);

  const code = authenticatorCode(sharedKey);
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query('lock table known_browsers in exclusive mode');
  const unanswered = verify(there, { code }).catch(() => undefined);
  const isTaken = async () => (await database.pool.query('select tries from sign_in_challenges')).rows[0]?.tries === 2;
  while (!(await isTaken())) await pause(20);
  const isWaiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%known_browsers%'";
  while ((await database.pool.query(isWaiting)).rowCount === 0) await pause(20);
  await killed.kill();
  await holder.query('rollback');
  holder.release();
  await unanswered;

  expect((await verify(browser, { code })).json().code).toBe('InvalidCode');
  expect((await database.pool.query('select tries from sign_in_challenges')).rows).toEqual([{ tries: 3 }]);
  expect((await browser.get('/api/User/Current')).statusCode).toBe(401);
  expect((await verify(browser, { code: authenticatorCode(sharedKey, 1) })).statusCode).toBe(200);
}, 180_000);
