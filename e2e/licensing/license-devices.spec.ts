import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { verifyLicense } from '@portico/license-client';
import { createCustomer } from '../harness/customers.ts';
import { type Language, say } from '../harness/messages.ts';
import { databaseUrl, type Portal } from '../harness/portal.ts';
import { PurchaseSteps } from '../harness/purchase-steps.ts';
import { axeFindings } from '../harness/screens.ts';
import { buySeats, openLicense } from '../harness/seats.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';
import { operator } from '../harness/users.ts';

const product = 'Veriscan Desktop';
const planName = { en: 'Professional', fr: 'Professionnel' } as const satisfies Record<Language, string>;
/** Counters of Veriscan Desktop. */
const units = { en: 'Workstations', fr: 'Postes de travail' } as const satisfies Record<Language, string>;
/** Texts that have a context in the catalog of messages. */
const words = {
  en: { active: 'Active', canceled: 'Canceled', used: (used: number, of: number) => `${used} of ${of} seats in use` },
  fr: {
    active: 'Active',
    canceled: 'Annulée',
    used: (used: number, of: number) =>
      used < 2 ? `${used} place sur ${of} occupée` : `${used} places sur ${of} occupées`,
  },
} as const;

for (const language of storyLanguages('fr')) {
  test.describe(`an owner, in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'fr-CA' });
    const text = (message: string, values?: Record<string, string>) => say(language, message, values);
    const { active, canceled, used } = words[language];

    /** From the quantity to the confirmation, with a known address and card. */
    async function checkOut(steps: PurchaseSteps): Promise<void> {
      const { dialog } = steps;
      await steps.continueTo('Choose add-ons');
      await steps.continueTo('Billing details');
      await expect(dialog.getByText('Story Hotels')).toBeVisible();
      await expect(dialog.getByRole('radio', { name: /4242/ })).toBeChecked();
      await steps.goToConfirmation();
    }

    async function addDevice(page: Page, name: string, hardwareId: string): Promise<void> {
      await page
        .getByRole('main')
        .getByRole('button', { name: text('Add device') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: text('Name'), exact: true }).fill(name);
      await dialog.getByRole('textbox', { name: text('Hardware ID') }).fill(hardwareId);
      await dialog.getByRole('button', { name: text('Add device') }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible();
    }

    test('fills the seats of a license, frees one for another device, and verifies the license file', async ({
      page,
      portal,
    }) => {
      const { customer, client } = await buySeats(portal, 2);
      await signIn(page, customer.email, customer.password);
      const id = await openLicense(page);
      const main = page.getByRole('main');
      const picture = (count: number) => main.getByRole('heading', { name: used(count, 2) });
      await expect(picture(0)).toBeVisible();
      await addDevice(page, 'FRONT-DESK', 'AAAA-1111');
      await addDevice(page, 'BACK-OFFICE', 'BBBB-2222');
      await expect(picture(2)).toBeVisible();

      // A third device is refused on the screen and by the server.
      await expect(main.getByRole('button', { name: text('Add device') }).first()).toHaveAttribute(
        'aria-disabled',
        'true',
      );
      const refused = await client.request('POST', `/api/Licenses/${id}/AddHardware`, { hardwareId: 'CCCC-3333' });
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({ code: 'LicenseFull' });
      expect(await axeFindings(page)).toEqual([]);

      await main.getByRole('button', { name: text('Actions for {name}', { name: 'FRONT-DESK' }) }).click();
      await page.getByRole('menuitem', { name: text('Release or replace') }).click();
      await main.getByRole('button', { name: text('Release {name}', { name: 'FRONT-DESK' }) }).click();
      await expect(picture(1)).toBeVisible();
      await addDevice(page, 'NEW-LAPTOP', 'CCCC-3333');
      await expect(picture(2)).toBeVisible();

      const downloading = page.waitForEvent('download');
      await main.getByRole('button', { name: text('Download license') }).click();
      const file = readFileSync(await (await downloading).path(), 'utf8');
      const { keys } = (await (await fetch(`${portal.url}/.well-known/portico-license-keys.json`)).json()) as {
        keys: { keyId: string; publicKey: string }[];
      };
      const publicKeys = Object.fromEntries(keys.map(({ keyId, publicKey }) => [keyId, publicKey]));
      const verified = (hardwareId: string) =>
        verifyLicense(file, { publicKeys, product: 'veriscan-desktop', hardwareId });
      expect(await verified('CCCC-3333')).toMatchObject({ ok: true });
      expect(await verified('AAAA-1111')).toEqual({ ok: false, reason: 'otherDevice' });
      await page.goto('/Billing/HardwareIDs');
      await expect(main.getByText('NEW-LAPTOP').first()).toBeVisible();
      await expect(main.getByText('FRONT-DESK')).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);
    });

    test('reduces to one seat after releasing a device in the same dialog', async ({ page, portal }) => {
      const { customer, client } = await buySeats(portal, 2);
      const { items } = await client.call<{ items: { id: number }[] }>('GET', '/api/Licenses/List');
      for (const name of ['FRONT-DESK', 'BACK-OFFICE']) {
        await client.call('POST', `/api/Licenses/${items[0]?.id}/AddHardware`, { hardwareId: name, name });
      }
      await signIn(page, customer.email, customer.password);
      await page.goto('/Products/veriscan-desktop/Subscription');
      await page.getByRole('button', { name: `${text('Change options')} ${planName[language]}` }).click();
      const dialog = page.getByRole('dialog').first();
      const quantity = dialog.getByRole('textbox', { name: units[language], exact: true });
      await expect(quantity).toHaveValue('2');
      const inUse = dialog.getByRole('list', { name: text('Devices in use') });
      await inUse.getByRole('button', { name: 'BACK-OFFICE' }).click();
      await expect(inUse.getByText('BACK-OFFICE')).toHaveCount(0);
      await quantity.fill('1');
      await quantity.blur();
      await expect(quantity).toHaveValue('1');
      const steps = new PurchaseSteps(page, language);
      await checkOut(steps);
      await dialog.getByRole('button', { name: text('Change subscription') }).click();
      await expect(dialog.getByRole('heading', { name: text('Your subscription is changed') })).toBeVisible();
      await openLicense(page);
      await expect(page.getByRole('main').getByRole('heading', { name: used(1, 1) })).toBeVisible();
    });

    test('loses a license at the end of a canceled subscription, and gets it back after subscribing again', async ({
      page,
      portal,
    }) => {
      const { customer, client } = await buySeats(portal, 1);
      const { items } = await client.call<{ items: { id: number; serialNumber: string }[] }>(
        'GET',
        '/api/Licenses/List',
      );
      const license = items[0] as (typeof items)[number];
      await client.call('POST', `/api/Licenses/${license.id}/AddHardware`, {
        hardwareId: 'AAAA-1111',
        name: 'FRONT-DESK',
      });
      const stripe = connectToSandbox(portal);
      const { data: found } = await stripe('GET', `v1/customers?email=${encodeURIComponent(customer.email)}`);
      const clock = await stripe('POST', 'v1/test_helpers/test_clocks', {
        frozen_time: seconds(),
        customer: found[0].id,
      });
      const { items: subscriptions } = await client.call<{ items: { id: number }[] }>('GET', '/api/Subscription/list');
      await client.call('DELETE', `/api/Subscription/${subscriptions[0]?.id}/Cancel`);
      await stripe('POST', `_sandbox/clocks/${clock.id}/advance`, { months: '1', days: '1' });

      await signIn(page, customer.email, customer.password);
      const main = page.getByRole('main');
      await expect
        .poll(async () => (await client.call<{ status: number }>('GET', `/api/Licenses/${license.id}`)).status, {
          timeout: 90_000,
        })
        .toBe(3);
      await openLicense(page);
      await expect(main.getByText(canceled, { exact: true }).first()).toBeVisible();
      await main.getByRole('link', { name: text('Subscribe again') }).click();
      const steps = new PurchaseSteps(page, language);
      await steps.openPlans(product);
      await page.getByRole('button', { name: `${text('Resubscribe')} ${planName[language]}` }).click();
      await checkOut(steps);
      await steps.payButton.click();
      await steps.expectSuccess(product);
      expect(await openLicense(page)).toBe(license.id);
      await expect(main.getByText(active, { exact: true }).first()).toBeVisible();
      await expect(main.getByText('FRONT-DESK', { exact: true }).first()).toBeVisible();
      const again = await client.call<{ serialNumber: string }>('GET', `/api/Licenses/${license.id}`);
      expect(again.serialNumber).toBe(license.serialNumber);
    });

    test('sees a manual order that an operator takes from a draft to paid', async ({ page, browser, portal }) => {
      const customer = await createCustomer(databaseUrl(portal.dataDir));
      const account = /@(.+)\.example/.exec(customer.email)?.[1] ?? '';
      await signIn(page, operator.email, operator.password);
      await page.goto('/Operator/Orders/New');
      const main = page.getByRole('main');
      await main.getByRole('combobox', { name: text('Account') }).fill(account);
      await page.getByRole('option', { name: account }).click();
      await main.getByRole('combobox', { name: text('Product') }).selectOption({ label: product });
      await main
        .getByRole('combobox', { name: text('Plan') })
        .selectOption({ label: language === 'en' ? 'Enterprise' : 'Entreprise' });
      await main.getByRole('textbox', { name: text('Hardware IDs') }).fill('12');
      await main.getByRole('textbox', { name: text('Price of the whole order') }).fill('900.00');
      await main.getByRole('checkbox', { name: text('Never expires') }).check();
      expect(await axeFindings(page)).toEqual([]);
      await main.getByRole('button', { name: text('Create draft') }).click();
      await expect(page).toHaveURL(/\/Operator\/Orders\/\d+$/);

      const their = await (
        await browser.newContext({ locale: language === 'en' ? 'en-US' : 'fr-CA', baseURL: portal.url })
      ).newPage();
      await signIn(their, customer.email, customer.password);
      await openLicense(their);
      await expect(their.getByRole('main').getByText(text('Pending'), { exact: true }).first()).toBeVisible();

      const confirm = async (button: string) => {
        await main.getByRole('button', { name: text(button) }).click();
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: text(button) })
          .click();
        await expect(page.getByRole('alertdialog')).toBeHidden();
      };
      await confirm('Activate');
      await confirm('Mark as paid');
      await their.reload();
      await expect(their.getByRole('main').getByRole('heading', { name: used(0, 12) })).toBeVisible();
      await their.goto('/Billing/Orders');
      await expect(
        their.getByRole('main').getByText(text('Paid'), { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      expect(await axeFindings(their)).toEqual([]);
      await their.context().close();
    });
  });
}

const seconds = () => String(Math.floor(Date.now() / 1000));

/** The sandbox's API, bypassing the portal. */
function connectToSandbox({ ports }: Portal) {
  // biome-ignore lint/suspicious/noExplicitAny: Stripe's objects, of which a story reads a field or two
  return async (method: string, path: string, body?: Record<string, string>): Promise<any> => {
    const answer = await fetch(`http://127.0.0.1:${ports.sandbox}/${path}`, {
      method,
      headers: { authorization: 'Bearer sk_test_sandbox' },
      ...(body && { body: new URLSearchParams(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
}
