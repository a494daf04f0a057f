import { readFile } from 'node:fs/promises';
import { LicenseClient } from '@portico/license-client';
import { say } from '../harness/messages.ts';
import type { Portal } from '../harness/portal.ts';
import { axeFindings } from '../harness/screens.ts';
import { buySeats, openLicense } from '../harness/seats.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

const productId = 'veriscan-desktop';

/** A product on an offline machine, which knows the vendor's public keys. */
async function createOfflineDevice({ url }: Portal): Promise<LicenseClient> {
  const { keys } = (await (await fetch(`${url}/.well-known/portico-license-keys.json`)).json()) as {
    keys: { keyId: string; publicKey: string }[];
  };
  return new LicenseClient({
    portal: url,
    token: '',
    product: productId,
    hardwareId: 'VAULT-0001',
    name: 'VAULT',
    publicKeys: Object.fromEntries(keys.map(({ keyId, publicKey }) => [keyId, publicKey])),
    fetch: async () => {
      throw new TypeError('There is no network.');
    },
  });
}

for (const language of storyLanguages('en')) {
  test(`an offline machine is activated by file and gives up its seat, then activates and deactivates by codes (${language})`, async ({
    browser,
    portal,
  }) => {
    const text = (message: string, values?: Record<string, string>) => say(language, message, values);
    const { customer } = await buySeats(portal, 1);
    const device = await createOfflineDevice(portal);
    await using context = await browser.newContext({
      baseURL: portal.url,
      locale: language === 'en' ? 'en-US' : 'fr-CA',
    });
    const page = await context.newPage();
    await signIn(page, customer.email, customer.password);
    await openLicense(page);
    await page.getByRole('button', { name: text('Offline device') }).click();
    const dialog = page.getByRole('dialog', { name: text('Device without a network') });
    const upload = (content: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'Portico-Request.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    const saved = async () => readFile(await (await page.waitForEvent('download')).path(), 'utf8');

    await upload('a shopping list');
    await expect(dialog.getByText(/Portico-Request\.json/).first()).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);

    const file = saved();
    await upload((await device.createRequest()).text);
    await expect(dialog.getByRole('status')).toContainText('VAULT');
    expect(await axeFindings(page)).toEqual([]);
    expect(await device.acceptActivation(await file)).toMatchObject({ isLicensed: true, source: 'file' });

    await dialog.getByRole('button', { name: text('Another device') }).click();
    await upload((await device.createDeactivation()).text);
    await expect(dialog.getByRole('button', { name: text('Save the activation file') })).toHaveCount(0);
    await expect(dialog.getByRole('status')).toContainText('VAULT');
    expect(await device.status()).toMatchObject({ isLicensed: false });

    await dialog.getByRole('button', { name: text('Another device') }).click();
    const code = dialog.getByRole('textbox', { name: text('Or the short code') });
    const { shortCode } = await device.createRequest();
    await code.fill(shortCode.replace('VAULT', 'VAUIT'));
    await dialog.getByRole('button', { name: text('Answer the short code') }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await code.fill(` ${shortCode.toLowerCase()} `);
    const again = saved();
    await code.press('Enter');
    expect(await device.acceptActivation(await again)).toMatchObject({ isLicensed: true, source: 'file' });
    await dialog.getByRole('button', { name: text('Done') }).click();
    const listed = page.getByRole('main').getByText('VAULT');
    await expect(listed.first()).toBeVisible();

    const { proofCode } = await device.createDeactivation();
    expect(await device.status()).toMatchObject({ isLicensed: false });
    await page.getByRole('button', { name: text('Offline device') }).click();
    await code.fill(proofCode.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z')));
    await code.press('Enter');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    expect(await axeFindings(page)).toEqual([]);
    await code.fill(proofCode.toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l'));
    await dialog.getByRole('button', { name: text('Answer the short code') }).click();
    await expect(dialog.getByRole('status')).toContainText('VAULT');
    await expect(dialog.getByRole('button', { name: text('Save the activation file') })).toHaveCount(0);
    await dialog.getByRole('button', { name: text('Done') }).click();
    await expect(listed).toHaveCount(0);
  });
}
