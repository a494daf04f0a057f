import { startIdentityProvider } from '../../server/test/identity-provider.ts';
import { createCustomer, removePassword } from '../harness/customers.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { databaseUrl } from '../harness/portal.ts';
import { freePorts } from '../harness/ports.ts';
import { greeting, signIn, signInPageStarted, signOut } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, template, test } from '../harness/test.ts';

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);
  const google = { displayName: 'Google' };

  test(`a Google account is connected, signs in, and is removed (${language})`, async ({ page, ownPortal }) => {
    const [portalPort = 0, sandbox = 0, providerPort = 0] = await freePorts(3);
    const origin = `http://localhost:${portalPort}`;
    const provider = await startIdentityProvider(`${origin}/signin-google`, providerPort);
    await using _ = { [Symbol.asyncDispose]: provider.close };
    provider.person = { sub: `person-${language}`, email: 'casey@gmail.example' };
    const portal = await ownPortal({
      copyOf: template(),
      ports: { portal: portalPort, sandbox },
      settings: {
        GOOGLE_CLIENT_ID: provider.clientId,
        GOOGLE_CLIENT_SECRET: provider.clientSecret,
        GOOGLE_ISSUER: provider.issuer,
        PRIVATE_IDENTITY_PROVIDERS: provider.issuer,
      },
    });
    const customer = await createCustomer(databaseUrl(portal.dataDir));
    const withGoogle = async () => {
      await page.goto(`${origin}/login?ReturnUrl=%2FBilling`);
      await signInPageStarted(page);
      await page.getByRole('button', { name: words('Continue with {displayName}', google) }).click();
    };
    const removal = page.getByRole('button', { name: words('Remove {displayName}', google) });
    await setLanguage(page, language, origin);

    // An unknown identity is shown what to do, and is not signed in.
    await withGoogle();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('alert')).toContainText('Google');

    await signIn(page, customer.email, customer.password, origin);
    await page.goto(`${origin}/Profile?tab=providers`);
    await page.getByRole('button', { name: words('Connect {displayName}', google) }).click();
    await expect(removal).toBeVisible();
    await expect(page.getByText('casey@gmail.example')).toBeVisible();
    await signOut(page);
    await withGoogle();
    await expect(page).toHaveURL(`${origin}/Billing`);

    // Without a password, the Google login is the last sign-in method, so it cannot be removed.
    const restorePassword = await removePassword(databaseUrl(portal.dataDir), customer);
    await page.goto(`${origin}/Profile?tab=providers`);
    await expect(page.getByText(words('Your last way to sign in'))).toBeVisible();
    await expect(removal).toHaveCount(0);

    await restorePassword();
    await page.reload();
    await removal.click();
    await expect(page.getByText(words('No account is connected'))).toBeVisible();
    await signOut(page);
    await withGoogle();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, customer.email, customer.password, origin);
    await greeting(page);
  });
}
