import { describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { runCommand } from '../../../test/command.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { claimDatabase, InstallationError } from '../../core/db/installation.ts';
import { operatorCommand } from './cli.ts';
import { addOperator } from './make-operator.ts';

describe('an operator made on the command line', async () => {
  const database = await createTestDatabase();
  const password = 'A-long-enough-1-password';

  test('is the first user of a new installation, with the vendor’s brand', async () => {
    await addOperator(database, { email: 'olivia@vendor.example', company: 'Élan Vendor & Co' }, password);
    const portal = await createTestPortal(database);
    const browser = await signedIn(portal, 'olivia@vendor.example', password);
    const { preloaded } = await browser.open('/');
    expect(preloaded.company).toMatchObject({ id: 1, name: 'Élan Vendor & Co', slug: 'elan-vendor-co' });
    expect(preloaded.user).toMatchObject({ isSuperAdmin: true, isOwner: true, firstName: 'olivia' });
    expect(preloaded.user?.roles).toContain('Super Admin');
    await portal.close();
  });

  test('joins the existing operators', async () => {
    await addOperator(database, { email: 'second@vendor.example', firstName: 'Sam' }, password);
    const { rows } = await database.pool.query('select first_name, is_owner, account_id from users order by id');
    expect(rows).toEqual([
      { first_name: 'olivia', is_owner: true, account_id: 1 },
      { first_name: 'Sam', is_owner: false, account_id: 1 },
    ]);
  });

  test('rejects a taken address', async () => {
    await expect(addOperator(database, { email: 'Olivia@vendor.example' }, password)).rejects.toMatchObject({
      code: 'ValidationError',
      propertyErrors: { email: [expect.anything()], login: [expect.anything()] },
    });
  });
});

describe('npm run operator', async () => {
  const database = await createTestDatabase();
  const run = (on: { url: string }, ...parameters: string[]) =>
    runCommand(operatorCommand, parameters, {
      DATABASE_URL: on.url,
      APP_SECRET: 'a secret of the tests, long enough',
    });

  test('makes a new database a production database, and prints a password that signs in', async () => {
    const { code, out, err } = await run(database, 'olivia@vendor.example', '--company', 'Vendor');
    expect([code, err]).toEqual([0, '']);
    const [, password] = /^olivia@vendor\.example may sign in with the password (\S{20,})\n/.exec(out) ?? [];
    await expect(claimDatabase(database, 'demonstration')).rejects.toBeInstanceOf(InstallationError);
    const portal = await createTestPortal(database, { mode: 'production' });
    const browser = new Browser(portal);
    const { preloaded } = await browser.open('/login');
    expect(preloaded.company).toMatchObject({ name: 'Vendor' });
    const answer = await browser.post('/LoginWithMFA', { userName: 'olivia@vendor.example', password });
    // With only a password, an operator must set up a second factor (OPR-8).
    expect(answer.json().redirectUrl).toBe('/ConfigureMFA');
  });

  test.each([
    ['olivia', /^olivia is not an e-mail address\.\n$/],
    ['olivia@vendor.example', /taken/],
  ])('reports the problem with the address %s', async (email, words) => {
    const { code, out, err } = await run(database, email);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(words);
  });

  test('refuses to add an operator to a demo database', async () => {
    const demonstration = await createTestDatabase();
    await claimDatabase(demonstration, 'demonstration');
    const { code, err } = await run(demonstration, 'olivia@vendor.example');
    expect(code).toBe(2);
    expect(err).toContain('This database was made as a demonstration');
    expect((await demonstration.pool.query('select from users')).rowCount).toBe(0);
  });
});
