import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../test/browser.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createTestPortal, MemoryLog } from '../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../accounts/index.ts';
import { createLogger } from './logger.ts';

describe('the log', async () => {
  const database = await createTestDatabase();
  await seedDemonstrationPeople(database);
  const log = new MemoryLog();
  const logger = createLogger('trace', log);
  const app = await createTestPortal(database, {
    logger,
    extend: (portal) => {
      portal.get('/api/Test/Broken', async () => {
        await database.query.execute(sql`select * from nowhere where password_hash = ${'$argon2id$a-secret-hash'}`);
      });
    },
  });

  test('has a line for each request, without its query', async () => {
    const response = await new Browser(app).get('/api/User/Current?token=typed-into-the-address');
    const line = log.text
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
      .at(-1);
    expect(line).toMatchObject({
      method: 'GET',
      path: '/api/User/Current',
      status: 401,
      reqId: response.headers['x-request-id'],
      msg: 'request',
    });
    expect(log.text).not.toContain('typed-into-the-address');
  });

  test('contains a failed statement, but none of its values', async () => {
    expect((await new Browser(app).get('/api/Test/Broken')).statusCode).toBe(500);
    expect(log.text).toContain('request failed');
    expect(log.text).toContain('select * from nowhere');
    expect(log.text).toContain('relation \\"nowhere\\" does not exist');
    expect(log.text).not.toContain('a-secret-hash');
  });

  test('hides fields that could be secrets', () => {
    logger.info(
      { password: 'p-1', request: { headers: { cookie: 'c-1' } }, token: 't-1', user: { secret: 's-1' } },
      'x',
    );
    for (const secret of ['p-1', 'c-1', 't-1', 's-1']) expect(log.text).not.toContain(`"${secret}"`);
  });

  test('and the database contain no password, cookie or token after sign-ins, failed sign-ins and sign-outs', async () => {
    const secrets: string[] = [demonstrationPassword, 'Wrong-password-7', 'Typed-in-the-wrong-field-8'];
    const browser = await signedIn(app, 'owner@acme.example');
    secrets.push(browser.cookies.portico_session as string, browser.token);
    await browser.post('/api/None', { token: 'Token-in-a-body-9' });
    secrets.push('Token-in-a-body-9');
    await browser.post('/signout', {}, { headers: { requestverificationtoken: 'Wrong-token-10' } });
    secrets.push('Wrong-token-10');
    await browser.post('/signout');
    await browser.open('/login');
    secrets.push(browser.token, browser.cookies.portico_visitor as string);
    await browser.post('/LoginWithMFA', { userName: 'owner@acme.example', password: 'Wrong-password-7' });
    await browser.post('/LoginWithMFA', { userName: 'Typed-in-the-wrong-field-8', password: 'x' });
    await browser.post('/LoginWithMFA', { userName: 'owner@acme.example', password: demonstrationPassword, extra: 1 });
    secrets.push(browser.cookies.portico_session as string);

    const { rows } = await database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    );
    let dump = '';
    for (const { name } of rows) {
      dump += (await database.pool.query(`select coalesce(string_agg(t::text, chr(10)), '') as all from "${name}" t`))
        .rows[0].all;
    }
    expect(dump).toContain('owner@acme.example');
    expect(log.text).toContain('/LoginWithMFA');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      for (const spelling of [secret, secret.toLowerCase()]) {
        expect(log.text.includes(spelling), `log has ${secret}`).toBe(false);
        expect(dump.includes(spelling), `database has ${secret}`).toBe(false);
      }
    }
  });
});
