import type { Browser, Page } from '@playwright/test';
import { translate } from '../../server/src/core/messages/index.ts';
import { type Person, startIdentityProvider, type TestIdentityProvider } from '../../server/test/identity-provider.ts';
import { createCustomer } from '../harness/customers.ts';
import { type Language, say, setLanguage } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { databaseUrl } from '../harness/portal.ts';
import { freePorts } from '../harness/ports.ts';
import { axeFindings } from '../harness/screens.ts';
import { secrets } from '../harness/secrets.ts';
import { signIn, signInPageStarted } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, template, test } from '../harness/test.ts';

/** The page, browser and account of a story. */
interface Place {
  readonly page: Page;
  readonly browser: Browser;
  readonly origin: string;
  readonly language: Language;
  /** The mail domain of the account's users. */
  readonly domain: string;
  readonly kind: Kind;
}

/** The type of an account's provider: Entra ID, Okta, or any OpenID Connect provider. */
interface Kind {
  readonly name: string;
  /** The provider's entry in the list of types. */
  readonly type: RegExp;
  /** The path of the provider's issuer. */
  readonly path: string;
  /** The tenant's or organization's name; null for others. */
  readonly domain: string | null;
  readonly tenantId: string | null;
  /** The claims of every user. */
  readonly claims: Partial<Person>;
  readonly languages: readonly Language[];
}

const tenantId = '8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845';
const kinds: readonly Kind[] = [
  {
    name: 'plain',
    type: /OpenID/,
    path: '',
    domain: null,
    tenantId: null,
    claims: {},
    languages: storyLanguages('fr'),
  },
  {
    name: 'Entra ID',
    type: /Entra ID/,
    path: `/${tenantId}/v2.0`,
    domain: 'harborhotels',
    tenantId,
    claims: { tid: tenantId, oid: 'object-of-nova' },
    languages: storyLanguages('en'),
  },
  {
    name: 'Okta',
    type: /Okta/,
    path: '/harbor-hotels',
    domain: 'harbor-hotels',
    tenantId: null,
    claims: {},
    languages: storyLanguages('fr'),
  },
];

const name = 'Harbor Login';
const clientSecret = 'the secret of the client, long enough';

// The stories share a portal that knows one provider address. Each story starts its own provider at that address.
test.describe.configure({ mode: 'serial' });
let providerPort = 0;
let providerOrigin = '';
test.beforeAll(async () => {
  [providerPort = 0] = await freePorts(1);
  providerOrigin = `http://127.0.0.1:${providerPort}`;
});

const stories = kinds.flatMap((kind) => kind.languages.map((language) => ({ kind, language })));

for (const { kind, language } of stories) {
  test(`an account connects its own provider, and later requires it for signing in (${kind.name}, ${language})`, async ({
    page,
    browser,
    namedPortal,
    complaints,
  }) => {
    const portal = await namedPortal('single sign-on', {
      copyOf: template(),
      // No name server answers at the port, so the domain is proved by mail.
      settings: {
        PRIVATE_IDENTITY_PROVIDERS: providerOrigin,
        DNS_SERVERS: '127.0.0.1:9',
        ENTRA_AUTHORITY: `${providerOrigin}/{tenantId}/v2.0`,
        OKTA_AUTHORITY: `${providerOrigin}/{domain}`,
      },
    });
    const origin = portal.url;
    // Browsers log the 4xx responses to a wrong sign-in and a wrong code.
    complaints.expect(/status of 4\d\d/);
    const customer = await createCustomer(databaseUrl(portal.dataDir));
    const place: Place = { page, browser, origin, language, domain: customer.email.replace(/^.*@/, ''), kind };
    await setLanguage(page, language, origin);
    await signIn(page, customer.email, customer.password, origin);

    await addProvider(place);
    await saveClient(place, { issuer: `${providerOrigin}${kind.path}`, clientId: `portal-${providerPort}` });
    await proveDomain(place);

    await testOnce(place);
    await expectStopped(place, 'the provider does not answer');
    const redirectUri = await page.getByLabel(say(language, 'Callback path'), { exact: true }).inputValue();
    const provider = await startIdentityProvider(`${origin}${redirectUri}`, providerPort, { path: kind.path });
    await using _ = { [Symbol.asyncDispose]: provider.close };
    provider.person = {
      sub: `person-${language}`,
      email: `nova@${place.domain}`,
      groups: ['portal-admins'],
      ...kind.claims,
    };

    await findFaultsAndPass(place, provider);
    await mapGroup(place);
    await page.getByRole('button', { name: say(language, 'Enable'), exact: true }).click();
    await expect(page.getByText(say(language, 'External Provider was activated'))).toBeVisible();

    await firstSignIn(place, provider);
    await rotateSecret(place);
    await requireSingleSignOn(place);
    await breakGlass(place, customer);
  });
}

async function addProvider({ page, origin, language, domain, kind }: Place): Promise<void> {
  await page.goto(`${origin}/ExtProviders/list`);
  await page
    .getByRole('button', { name: say(language, 'Add External Provider') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  expect((await dialog.boundingBox())?.width).toBe(720);
  const add = dialog.getByRole('button', { name: say(language, 'Add'), exact: true });
  await dialog.getByRole('radio', { name: kind.type }).check();
  await dialog.getByLabel(new RegExp(`^${say(language, 'Name')}`)).fill(name);
  await expect(add).toBeDisabled();
  await dialog.getByLabel(new RegExp(`^${say(language, 'Domain')}`)).fill(kind.domain ?? domain);
  if (kind.tenantId) {
    await expect(add).toBeDisabled();
    await dialog.getByLabel(new RegExp(`^${say(language, 'Tenant ID')}`)).fill(kind.tenantId);
  }
  await add.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  if (kind.domain === null) return;
  // The tenant's own name is not a mail domain.
  await page.getByLabel(say(language, 'Mail domain'), { exact: true }).fill(domain);
  await page.getByRole('button', { name: say(language, 'Add domain') }).click();
  await expect(page.getByRole('listitem').filter({ hasText: domain }).first()).toBeVisible();
}

async function saveClient(
  { page, language, kind }: Place,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<void> {
  const words = (message: string) => say(language, message);
  if (kind.domain === null) await page.getByLabel(new RegExp(`^${words('Identity Provider URL')}`)).fill(issuer);
  await page.getByLabel(words('Client ID'), { exact: true }).fill(clientId);
  await page.getByLabel(words('Client secret'), { exact: true }).fill('not the secret of this client');
  await page.getByRole('switch', { name: words('Create users at first sign-in') }).check();
  await save({ page, language });
}

async function save({ page, language }: Pick<Place, 'page' | 'language'>): Promise<void> {
  const button = page.getByRole('button', { name: say(language, 'Save changes') });
  await button.click();
  await expect(button).toBeDisabled();
  // The button is disabled while it works; the settings are saved once it is idle.
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  await expect(button).toBeDisabled();
}

/** Proves the domain with the link mailed to its admin@ address, opened in another browser. */
async function proveDomain({ page, browser, origin, language, domain }: Place): Promise<void> {
  const admin = `admin@${domain}`;
  await page.getByRole('button', { name: say(language, 'Or mail a link to {mailedTo}', { mailedTo: admin }) }).click();
  const link = await findInOutbox(origin, admin, /https?:\S+\/ExtProviders\/Domain\S*#\S+/);
  const context = await browser.newContext();
  const other = await context.newPage();
  await setLanguage(other, language, origin);
  await other.goto(link);
  await other.getByRole('button', { name: say(language, 'Yes, {domain} is ours', { domain }) }).click();
  await expect(other.getByRole('heading', { name: say(language, 'The domain is confirmed') })).toBeVisible();
  await context.close();
  await page.reload();
  await expect(
    page.getByText(say(language, 'For everybody with an address at {domains}', { domains: domain })),
  ).toBeVisible();
}

/** Runs the test. Its window returns by itself. */
async function testOnce({ page, language }: Place): Promise<void> {
  const start = page.getByRole('button', {
    name: new RegExp(`^(${say(language, 'Start the test')}|${say(language, 'Test again')})$`),
  });
  await start.click();
  await expect(start).not.toHaveAttribute('aria-busy', 'true');
}

/** Expects the failed step to be open with its reason. */
async function expectStopped({ page, language }: Place, clause: string): Promise<void> {
  const steps = page.getByRole('main').locator('ol').first();
  await expect(steps.getByText(say(language, clause), { exact: false }).first()).toBeVisible();
}

async function findFaultsAndPass(place: Place, provider: TestIdentityProvider): Promise<void> {
  const { page, language } = place;
  await testOnce(place);
  await expectStopped(place, 'the client secret is wrong');
  await expect(
    page.getByText(say(language, 'Make a new secret, copy its value, and save it below under General.')),
  ).toBeVisible();

  await page.getByLabel(say(language, 'Client secret'), { exact: true }).fill(clientSecret);
  await save(place);
  provider.tamper = (claims) => ({ ...claims, aud: 'another-application' });
  await testOnce(place);
  await expectStopped(place, 'the token is for another application');

  provider.tamper = null;
  const opened = page.waitForEvent('popup');
  await testOnce(place);
  const window = await opened;
  await expect(window.getByRole('heading', { name: translate(language, 'ssoTest.over') })).toBeVisible();
  expect(await axeFindings(window)).toEqual([]);
  await expect(page.getByText(say(language, 'Test passed'))).toBeVisible();
  await expect(
    page.getByText(say(language, 'Groups: {names}', { names: 'portal-admins' }), { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(`nova@${place.domain}`).first()).toBeVisible();
}

/** Maps a group of the provider to the role of admin. */
async function mapGroup({ page, language }: Place): Promise<void> {
  const words = (message: string) => say(language, message);
  await page.getByRole('button', { name: words('Add rows') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(new RegExp(`^${words('Value')}`)).fill('portal-admins');
  await dialog.getByLabel(words('Role'), { exact: true }).selectOption('admin');
  await dialog.getByRole('button', { name: words('Save rows') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('groups = portal-admins')).toBeVisible();
}

/** A person without a user signs in with the provider, and is an admin at once. */
async function firstSignIn(
  { browser, origin, language, domain }: Place,
  provider: TestIdentityProvider,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await setLanguage(page, language, origin);
  await page.goto(`${origin}/login`);
  await signInPageStarted(page);
  await page.locator('input[name=userName]').fill(`nova@${domain}`);
  await page.getByRole('link', { name: say(language, 'Sign in with {name}', { name }) }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.goto(`${origin}/Account/Settings/Users`);
  await expect(page.getByRole('table').getByText(`nova@${domain}`).first()).toBeVisible();
  expect(provider.person?.email).toBe(`nova@${domain}`);
  await context.close();
}

/** A wrong secret is detected before any user depends on it. */
async function rotateSecret(place: Place): Promise<void> {
  const { page, language } = place;
  const secret = page.getByLabel(say(language, 'Client secret'), { exact: true });
  await secret.fill('a secret that was copied badly');
  await testOnce(place);
  await expectStopped(place, 'the client secret is wrong');
  await page.getByRole('button', { name: say(language, 'Save changes') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say(language, 'Save it without a passed test?'));
  await question.getByRole('button', { name: say(language, 'Cancel') }).click();
  await secret.fill(clientSecret);
  await testOnce(place);
  await expect(page.getByText(say(language, 'Passed, not saved yet'))).toBeVisible();
  await save(place);
}

async function requireSingleSignOn(place: Place): Promise<void> {
  const { page, language } = place;
  const words = (message: string) => say(language, message);
  await page.reload();
  await page.getByRole('button', { name: words('Make the code') }).click();
  const dialog = page.getByRole('dialog');
  const code = await dialog.getByLabel(words('Break-glass code'), { exact: true }).inputValue();
  secrets.add(code);
  breakGlassCodes.set(place.page, code);
  await dialog.getByLabel(words('I have saved it')).check();
  await dialog.getByRole('button', { name: words('Close') }).click();
  await page.getByRole('switch', { name: words('Require SSO to sign in') }).check();
  await save(place);
}

const breakGlassCodes = new WeakMap<Page, string>();

/** The owner's password no longer works alone, but together with the code. */
async function breakGlass(
  { page: owners, browser, origin, language }: Place,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await setLanguage(page, language, origin);
  await page.goto(`${origin}/login`);
  await signInPageStarted(page);
  await page.locator('input[name=userName]').fill(email);
  await expect(page.locator('input[name=password]')).toHaveCount(0);
  await page.getByRole('link', { name: say(language, 'It does not work? Use the owner’s break-glass code') }).click();
  await expect(page).toHaveURL(/break-glass/);
  await expect.poll(() => page.evaluate("'porticoStarted' in window")).toBe(true);
  await page.locator('input[name=userName]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=code]').fill(breakGlassCodes.get(owners) ?? '');
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(`${origin}/`);
  await context.close();
}
