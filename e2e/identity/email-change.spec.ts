import { say, setLanguage } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { sendPassword, signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { expect, test } from '../harness/test.ts';

for (const language of storyLanguages('en')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test(`an address is changed by a mailed link, and restored by the link to the old address (${language})`, async ({
    page,
    portal,
    customer,
    browser,
    complaints,
  }) => {
    await setLanguage(page, language, portal.url);
    await signIn(page, customer.email, customer.password);
    await page.goto('/Profile');
    const newAddress = customer.email.replace('owner@', 'elsewhere@');
    const address = page.getByRole('textbox', { name: words('Email'), exact: true });
    await address.fill(newAddress);
    await page.getByRole('button', { name: words('Save changes') }).click();
    const waits = words('We sent a link to {address}. Your address changes when you open it.', { address: newAddress });
    await expect(page.getByText(waits)).toBeVisible();
    await expect(address).toHaveValue(customer.email);

    const confirmation = await findInOutbox(portal.url, newAddress, /https?:\S+\/ConfirmEmail#\S+/);
    await page.goto(confirmation);
    await page.getByRole('button', { name: words('Use this address') }).click();
    await expect(page.getByRole('heading', { name: words('Your address is changed') })).toBeVisible();
    await page.goto('/Profile');
    await expect(address).toHaveValue(newAddress);

    // The owner of the old mailbox restores the address, in a browser that never signed in.
    const undoing = await findInOutbox(portal.url, customer.email, /https?:\S+\/UndoEmail#\S+/);
    const owner = await (await browser.newContext()).newPage();
    await setLanguage(owner, language, portal.url);
    await owner.goto(undoing);
    await owner.getByRole('button', { name: words('Take the address back') }).click();
    await expect(owner.getByRole('heading', { name: words('Your address is yours again') })).toBeVisible();
    await owner.context().close();

    await page.goto('/Profile');
    await expect(page).toHaveURL('/login?ReturnUrl=%2FProfile');
    complaints.expect(/status of 410 /);
    for (const used of [confirmation, undoing]) {
      await page.goto('about:blank');
      await page.goto(used);
      await expect(page.getByRole('heading', { name: words('This link no longer works') })).toBeVisible();
    }
    await sendPassword(page, customer);
    await page.goto('/Profile');
    await expect(address).toHaveValue(customer.email);
  });
}
