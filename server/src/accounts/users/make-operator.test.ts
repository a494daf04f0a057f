import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { runCommand } from '../../../test/command.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { claimDatabase, InstallationError } from '../../core/db/installation.ts';
import type { Route } from '../../core/http/route.ts';
import { hasPasskeys } from '../../identity/index.ts';
import { profileModule } from '../../identity/profile/profile.routes.ts';
import { otherWaysIn } from '../../identity/recovery/ways-in.ts';
import { operatorCommand } from './cli.ts';
import { addOperator } from './make-operator.ts';

describe('an operator made on the command line', async () => {
  const database = await createTestDatabase();

  test('is the first user of a new installation, with the vendor’s brand', async () => {
    await addOperator(database, { email: 'olivia@vendor.example', company: 'Élan Vendor & Co' });
    const portal = await createTestPortal(database);
    const { preloaded } = await new Browser(portal).open('/login');
    expect(preloaded.company).toMatchObject({ id: 1, name: 'Élan Vendor & Co', slug: 'elan-vendor-co' });
    const { rows } = await database.pool.query('select first_name, is_owner, is_admin, is_operator from users');
    expect(rows).toEqual([{ first_name: 'olivia', is_owner: true, is_admin: true, is_operator: true }]);
    await portal.close();
  });

  test('joins the existing operators', async () => {
    await addOperator(database, { email: 'second@vendor.example', firstName: 'Sam' });
    const { rows } = await database.pool.query('select first_name, is_owner, account_id from users order by id');
    expect(rows).toEqual([
      { first_name: 'olivia', is_owner: true, account_id: 1 },
      { first_name: 'Sam', is_owner: false, account_id: 1 },
    ]);
  });

  test('rejects a taken address', async () => {
    await expect(addOperator(database, { email: 'Olivia@vendor.example' })).rejects.toMatchObject({
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

  const readLink = (out: string) =>
    /^olivia@vendor\.example chooses a password at http:\/\/localhost:3000\/\S+#(\S{43})\n/.exec(out)?.[1];
  const newPassword = 'Kx9$mPq2vL';

  test('makes a new database a production database, and prints a link that sets the password, once', async () => {
    const first = await run(database, 'olivia@vendor.example', '--company', 'Vendor');
    expect([first.code, first.err]).toEqual([0, '']);
    await expect(claimDatabase(database, 'demonstration')).rejects.toBeInstanceOf(InstallationError);
    const second = await run(database, 'Olivia@vendor.example');
    const portal = await createTestPortal(database, {
      mode: 'production',
      extend: (app, parts) => {
        const catalog = { findProducts: async () => new Map() };
        const config = { breachedPasswordsFile: undefined, mode: 'demo' as const };
        const isSignUpBrowser = async () => false;
        const recordConfirmation = async () => null;
        const profile = profileModule({
          database,
          catalog,
          config,
          hasPasskeys,
          otherWaysIn,
          isSignUpBrowser,
          recordConfirmation,
          ...parts,
        });
        for (const route of profile.routes as Route[]) route.bind(app);
      },
    });
    const choose = async (token: string | undefined) => {
      const browser = new Browser(portal);
      await browser.open('/login');
      return (
        await browser.post('/api/ResetPassword', { token, newPassword, newPasswordConfirmation: newPassword })
      ).json();
    };
    // A newer link replaces the former one.
    expect(await choose(readLink(first.out))).toMatchObject({ code: 'LinkExpired' });
    const token = /#(\S{43})\n/.exec(second.out)?.[1];
    // With only a password, an operator must set up a second factor (OPR-8).
    expect(await choose(token)).toMatchObject({ redirectUrl: '/ConfigureMFA' });
    expect(await choose(token)).toMatchObject({ code: 'LinkExpired' });
    expect((await run(database, 'olivia@vendor.example')).err).toMatch(/taken/);
  });

  test('prints a link that ends after seven days', async () => {
    const { url, pool } = await createTestDatabase();
    await run({ url }, 'olivia@vendor.example');
    const { rows } = await pool.query(
      "select count(*)::int as links from one_time_links where expires_at between now() + interval '6 days' and now() + interval '7 days'",
    );
    expect(rows).toEqual([{ links: 1 }]);
  });

  test.each([
    ['olivia', /^olivia is not an email address\.\n$/],
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
