import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, signedIn } from '../../../test/browser.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { createTestPortal } from '../../../test/portal.ts';
import { demonstrationPassword, seedDemonstrationPeople } from '../accounts/index.ts';

describe('signing in', async () => {
  const database = await createTestDatabase();
  const app = await createTestPortal(database);
  beforeAll(() => seedDemonstrationPeople(database));

  test('opens a session with the e-mail in any case, and the account behind it', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const response = await browser.post('/LoginWithMFA', {
      userName: ' Owner@ACME.example ',
      password: demonstrationPassword,
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ redirectUrl: '/' });
    const current = await browser.get('/api/User/Current');
    expect(current.json()).toMatchObject({
      email: 'owner@acme.example',
      accountName: 'Acme Security',
      roles: ['Admin', 'Owner'],
      isOwner: true,
      isAdmin: true,
      isSuperAdmin: false,
      readOnly: false,
    });
  });

  test('also as a native form, which is sent on to where it wanted to go', async () => {
    const browser = new Browser(app);
    await browser.open('/login');
    const response = await browser.post(
      '/LoginWithMFA',
      new URLSearchParams({
        userName: 'owner@acme.example',
        password: demonstrationPassword,
        RememberMe: 'on',
        ReturnUrl: '/Billing?tab=1',
        __RequestVerificationToken: browser.token,
      }).toString(),
      {
        headers: {
          accept: 'text/html',
          'content-type': 'application/x-www-form-urlencoded',
          requestverificationtoken: '',
        },
      },
    );
    expect(response.statusCode, response.body).toBe(303);
    expect(response.headers.location).toBe('/Billing?tab=1');
  });
});
