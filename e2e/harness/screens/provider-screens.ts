import { expect, type Page } from '@playwright/test';
import { type ExternalProvider, paths } from '@portico/contract';
import { parsePreloaded } from '../api-client.ts';
import { say } from '../messages.ts';
import { findInOutbox } from '../outbox.ts';
import { openPage, type Screen, waitForRest } from './screen.ts';

/** Adds an OpenID provider and stays on its page. */
async function openNew(page: Page, language: Parameters<typeof say>[0]): Promise<void> {
  await openPage('/ExtProviders/list')(page);
  await page
    .getByRole('button', { name: say(language, 'Add External Provider') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /OpenID/ }).check();
  const suffix = Math.random().toString(36).slice(2, 8);
  await dialog.getByLabel(new RegExp(`^${say(language, 'Name')}`)).fill(`Harbor ${suffix}`);
  await dialog.getByLabel(new RegExp(`^${say(language, 'Domain')}`)).fill(`harbor-${suffix}.example`);
  await dialog.getByRole('button', { name: say(language, 'Add'), exact: true }).click();
  await expect(page).toHaveURL(/\/ExtProviders\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: say(language, 'Mail domains') })).toBeVisible();
  await waitForRest(page);
}

/** Calls the portal with the session of the page's browser. @throws with the response's text unless it succeeds */
async function call<Answer>(page: Page, path: string, body: object): Promise<Answer> {
  const { request } = page.context();
  const shown = await request.get(page.url(), { headers: { accept: 'text/html' } });
  const { antiForgeryToken } = parsePreloaded(await shown.text());
  const headers = { accept: 'application/json', requestverificationtoken: antiForgeryToken };
  const answer = await request.post(path, { headers, data: body });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Connects an untested provider, with a mail domain to be proved by mail. */
async function connect(page: Page, name: string): Promise<ExternalProvider> {
  const base = '/api/ExternalProviders';
  const domain = `${Math.random().toString(36).slice(2, 8)}.example`;
  const { id, domains } = await call<ExternalProvider>(page, base, { name, domain, type: 1 });
  await call(page, `${base}/${id}/Domains/${domains[0]?.id}/Mail`, {});
  const link = await findInOutbox(new URL(page.url()).origin, `admin@${domain}`, /ExtProviders\/Domain\S*#(\S+)/);
  await call(page, `${base}/DomainLinks/Prove`, { token: link });
  return call<ExternalProvider>(page, `${base}/${id}/UpdateAndActivate`, {
    name,
    domain,
    authority: `https://login.${domain}`,
    clientId: 'portal',
    clientSecret: 'a secret of the client',
    prohibitOtherAuthentications: false,
    userCreation: true,
    withoutPassedTest: true,
  });
}

/** The account's own identity providers. */
export const providerScreens: readonly Screen[] = [
  {
    name: 'add-external-provider',
    as: 'customer',
    async open(page, { language }) {
      await openPage('/ExtProviders/list')(page);
      await page
        .getByRole('button', { name: say(language, 'Add External Provider') })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'external-provider',
    as: 'newcomer',
    alters: true,
    open: (page, { language }) => openNew(page, language),
  },
  {
    name: 'external-provider-guide',
    as: 'newcomer',
    alters: true,
    async open(page, { language }) {
      await openNew(page, language);
      await page
        .getByRole('button', { name: say(language, 'Guide with your values') })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'external-provider-failed-test',
    as: 'newcomer',
    alters: true,
    async open(page, { language }) {
      await openNew(page, language);
      await page
        .getByLabel(new RegExp(`^${say(language, 'Identity Provider URL')}`))
        .fill('https://login.harbor.example');
      await page.getByLabel(say(language, 'Client ID'), { exact: true }).fill('portal');
      await page.getByLabel(say(language, 'Client secret'), { exact: true }).fill('a secret of the client');
      const save = page.getByRole('button', { name: say(language, 'Save changes') });
      await save.click();
      await expect(save).toBeDisabled();
      await page.getByRole('button', { name: say(language, 'Start the test') }).click();
      await expect(page.getByRole('button', { name: say(language, 'Test again') })).toBeVisible();
      await expect(page.getByText(say(language, 'Name of the TXT record')).first()).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'external-provider-mappings',
    as: 'newcomer',
    alters: true,
    async open(page, { language }) {
      await openNew(page, language);
      await page.getByRole('button', { name: say(language, 'Add rows') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: say(language, 'Save rows') }).click();
      await expect(dialog.getByText(say(language, 'Enter a value'))).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'external-provider-preview',
    as: 'newcomer',
    alters: true,
    async open(page, { language }) {
      await openNew(page, language);
      await page.getByRole('button', { name: say(language, 'Preview a token') }).click();
      const dialog = page.getByRole('dialog');
      const claims = { sub: 'p-1', email: 'nova@elsewhere.example', name: 'Nova Reyes', groups: ['admins', 'all'] };
      await dialog.getByRole('textbox').fill(JSON.stringify(claims));
      await dialog.getByRole('button', { name: say(language, 'Show the person') }).click();
      await expect(dialog.getByText(say(language, 'Who this would be here'))).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'external-provider-untested',
    as: 'newcomer',
    alters: true,
    async open(page, { language }) {
      await openPage('/ExtProviders/list')(page);
      const { id } = await connect(page, `Harbor ${Math.random().toString(36).slice(2, 8)}`);
      await openPage(`/ExtProviders/${id}`)(page);
      await page.getByLabel(say(language, 'Client secret'), { exact: true }).fill('the next secret');
      await page.getByRole('button', { name: say(language, 'Save changes') }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await waitForRest(page);
    },
  },
  {
    name: 'external-providers-choice',
    as: 'newcomer',
    alters: true,
    async open(page) {
      await openPage('/ExtProviders/list')(page);
      const suffix = Math.random().toString(36).slice(2, 8);
      await connect(page, `Harbor Hotels ${suffix}`);
      const { signInUrl } = await connect(page, `Harbor Staff ${suffix}`);
      await openPage(`${new URL(signInUrl).pathname}?again=1`)(page);
    },
  },
  {
    name: 'mail-domain-link',
    as: 'visitor',
    async open(page) {
      const about = { domain: 'acme-security.example', accountName: 'Acme Security', companyName: 'Veriscan' };
      await page.route('**/api/ExternalProviders/DomainLinks/Check', (route) => route.fulfill({ json: about }));
      await openPage(`${paths.externalProviderDomain}#${'t'.repeat(43)}`)(page);
    },
  },
  { name: 'break-glass', as: 'visitor', open: openPage('/sso/break-glass') },
];
