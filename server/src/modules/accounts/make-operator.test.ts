import { describe, expect, test } from 'vitest';
import { signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { addOperator } from './make-operator.ts';

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
