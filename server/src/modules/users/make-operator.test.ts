import { afterEach, describe, expect, test, vi } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { claimDatabase, InstallationError } from '../../db/installation.ts';
import { addOperator, describeOutcome, makeOperator } from './make-operator.ts';

describe('an operator made at the shell', async () => {
  const database = await createTestDatabase();
  const password = 'A-long-enough-1-password';

  test('is the first person of a new installation, with the vendor’s company', async () => {
    await addOperator(database, { email: 'olivia@vendor.example', company: 'Élan Vendor & Co' }, password);
    const portal = await createTestPortal(database);
    const browser = await signedIn(portal, 'olivia@vendor.example', password);
    const { preloaded } = await browser.open('/');
    expect(preloaded.company).toMatchObject({ id: 1, name: 'Élan Vendor & Co', slug: 'elan-vendor-co' });
    expect(preloaded.user).toMatchObject({ isSuperAdmin: true, isOwner: true, firstName: 'olivia' });
    expect(preloaded.user?.roles).toContain('Super Admin');
    await portal.close();
  });

  test('joins those who are there', async () => {
    await addOperator(database, { email: 'second@vendor.example', firstName: 'Sam' }, password);
    const { rows } = await database.pool.query('select first_name, is_owner, account_id from users order by id');
    expect(rows).toEqual([
      { first_name: 'olivia', is_owner: true, account_id: 1 },
      { first_name: 'Sam', is_owner: false, account_id: 1 },
    ]);
  });

  test('is refused when the address is taken', async () => {
    await expect(addOperator(database, { email: 'Olivia@vendor.example' }, password)).rejects.toMatchObject({
      code: 'ValidationError',
      propertyErrors: { email: [expect.anything()], login: [expect.anything()] },
    });
  });
});

describe('npm run operator', async () => {
  const database = await createTestDatabase();
  const input = { email: 'olivia@vendor.example', company: 'Vendor' };
  const forProduction = () => {
    vi.stubEnv('DATABASE_URL', database.url);
    vi.stubEnv('APP_SECRET', 'a secret of the tests, long enough');
  };

  afterEach(() => void vi.unstubAllEnvs());

  test('makes a new database one for production, for ever, and says a password that opens it', async () => {
    forProduction();
    const outcome = await makeOperator(input);
    expect(describeOutcome(outcome)).toMatch(/^olivia@vendor\.example may sign in with the password \S{20,}\n/);
    await expect(claimDatabase(database, 'demonstration')).rejects.toBeInstanceOf(InstallationError);
    const portal = await createTestPortal(database, { mode: 'production' });
    const browser = new Browser(portal);
    await browser.open('/login');
    const password = 'password' in outcome ? outcome.password : '';
    const answer = await browser.post('/LoginWithMFA', { userName: input.email, password });
    // The password alone leads an operator to a second factor (OPR-8).
    expect(answer.json().redirectUrl).toBe('/ConfigureMFA');
  });

  test('says in words what is wrong with the address', async () => {
    forProduction();
    expect(describeOutcome(await makeOperator({ email: 'olivia' }))).toBe('olivia is not an e-mail address.');
    expect(describeOutcome(await makeOperator(input))).toMatch(/taken/);
  });

  test('makes nobody in a demonstration’s database', async () => {
    forProduction();
    const demonstration = await createTestDatabase();
    await claimDatabase(demonstration, 'demonstration');
    vi.stubEnv('DATABASE_URL', demonstration.url);
    await expect(makeOperator(input)).rejects.toBeInstanceOf(InstallationError);
    expect((await demonstration.pool.query('select from users')).rowCount).toBe(0);
  });
});
