import { ApiClient } from '../harness/api-client.ts';
import { say, setLanguage } from '../harness/messages.ts';
import { findInOutbox } from '../harness/outbox.ts';
import { signIn } from '../harness/sign-in.ts';
import { storyLanguages } from '../harness/soak.ts';
import { callStripe, readStripeState } from '../harness/stripe-state.ts';
import { expect, test } from '../harness/test.ts';

interface Invoice {
  readonly id: string;
  readonly number: string;
}

/** Charges a customer an invoice, as the vendor's accountant does. */
async function charge(sandbox: number, email: string): Promise<Invoice> {
  const { customers } = await readStripeState(sandbox, email);
  const customer = customers[0]?.id ?? '';
  const item = { customer, amount: '4200', currency: 'usd', description: 'Setup' };
  await callStripe(sandbox, 'POST', 'invoiceitems', item);
  const draft = await callStripe<Invoice>(sandbox, 'POST', 'invoices', {
    customer,
    pending_invoice_items_behavior: 'include',
  });
  await callStripe(sandbox, 'POST', `invoices/${draft.id}/finalize`, {});
  return callStripe<Invoice>(sandbox, 'POST', `invoices/${draft.id}/pay`, {});
}

for (const language of storyLanguages('fr')) {
  const words = (message: string, values?: Record<string, string>) => say(language, message, values);

  test(`a recipient who is not a user confirms, gets the next invoice, and unsubscribes (${language})`, async ({
    page,
    portal,
    customer,
    browser,
    complaints,
  }) => {
    const { sandbox } = portal.ports;
    const client = await ApiClient.signIn(portal.url, customer.email, customer.password);
    await client.addCard(`http://127.0.0.1:${sandbox}`);
    await setLanguage(page, language, portal.url);
    await signIn(page, customer.email, customer.password);

    // Enters the addressee of the next invoices.
    await page.goto('/Billing');
    await page
      .getByRole('main')
      .getByRole('link', { name: words('Billing details') })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: words('Billing details') })).toBeVisible();
    await page.getByRole('textbox', { name: words('Company name') }).fill('Étoile Canada');
    await page.getByRole('combobox', { name: words('Country') }).click();
    await page.getByRole('option', { name: 'Canada', exact: true }).click();
    await page.getByRole('textbox', { name: words('Address'), exact: true }).fill('1 rue Sherbrooke');
    await page.getByRole('textbox', { name: words('City') }).fill('Montréal');
    await page.getByRole('combobox', { name: words('Province') }).click();
    await page.getByRole('option', { name: language === 'fr' ? 'Québec' : 'Quebec' }).click();
    await page.getByRole('textbox', { name: words('Postal code') }).fill('H2X 1Y6');
    await page.getByRole('combobox', { name: words('Tax number') }).selectOption('ca_gst_hst');
    const number = page.getByRole('textbox', { name: words('Number'), exact: true });
    await number.fill('12345');
    await page.getByRole('textbox', { name: words('Purchase order') }).fill('PO-4711');
    // The card was added by an API call in English.
    await page.getByRole('combobox', { name: words('Language of invoices') }).selectOption(language);
    await page.getByRole('button', { name: words('Save changes') }).click();
    await expect(number).toHaveAccessibleDescription(
      new RegExp(words('This is not a number of that kind. One looks like {example}.', { example: '123456789RT0002' })),
    );
    await expect(number).toBeFocused();
    await number.fill('123456789RT0001');
    await page.getByRole('button', { name: words('Save changes') }).click();
    await expect(page.getByText(words('Billing details saved'))).toBeVisible();

    // A bookkeeper without a login.
    const books = customer.email.replace('owner@', 'books@');
    const form = page.getByRole('form', { name: words('Add a recipient') });
    await form.getByRole('textbox', { name: words('Email') }).fill(books);
    await form.getByRole('textbox', { name: words('Name') }).fill('Zoé');
    await form.getByRole('button', { name: words('Add recipient') }).click();
    const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: books });
    await expect(listed).toContainText(words('Waiting for confirmation'));

    const outside = await (await browser.newContext({ locale: language })).newPage();
    await outside.goto(await findInOutbox(portal.url, books, /https?:\S+\/ConfirmInvoiceMail\S+/));
    await expect(listed).toContainText(words('Waiting for confirmation'));
    await outside.getByRole('button', { name: words('Yes, mail them to me') }).click();
    await expect(outside.getByRole('heading', { name: words('Your address is confirmed') })).toBeVisible();
    await page.reload();
    await expect(listed).toContainText(words('Confirmed'));

    // The next invoice contains the entered values, and is mailed to the owner and to the recipient.
    const invoice = await charge(sandbox, customer.email);
    await findInOutbox(portal.url, customer.email, new RegExp(`\\b${invoice.number}\\b`));
    await findInOutbox(portal.url, books, new RegExp(`\\b${invoice.number}\\b`));
    await outside.goto(await findInOutbox(portal.url, books, /https?:\S+\/api\/Billing\/Documents\/\S+/));
    for (const text of [
      'Étoile Canada',
      'Montréal',
      '123456789RT0001',
      'PO-4711',
      language === 'fr' ? 'Facturé à' : 'Bill to',
    ])
      await expect(outside.getByText(text).first()).toBeVisible();
    await page.goto(`/Billing/Invoices/${invoice.id}/Details`);
    await expect(page.getByRole('main')).toContainText('PO-4711');
    await expect(page.getByRole('main')).toContainText('123456789RT0001');

    // The recipient unsubscribes.
    const leaving = await findInOutbox(portal.url, books, /https?:\S+\/StopInvoiceMail\S+/);
    for (const _ of ['first', 'second']) {
      await outside.goto('about:blank');
      await outside.goto(leaving);
      await outside.getByRole('button', { name: words('Stop these emails') }).click();
      await expect(outside.getByRole('heading', { name: words('You get no more email') })).toBeVisible();
    }
    await outside.context().close();
    await page.goto('/Billing/Details');
    await expect(listed).toContainText(words('Wants no mail'));
    const next = await charge(sandbox, customer.email);
    await findInOutbox(portal.url, customer.email, new RegExp(`\\b${next.number}\\b`));
    const kept = await fetch(`${portal.url}/api/dev/outbox?textFilter=${encodeURIComponent(books)}`);
    expect(((await kept.json()) as { items: unknown[] }).items).toHaveLength(2);

    await listed.getByRole('button', { name: words('Remove {email}', { email: books }) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: words('Remove recipient') })
      .click();
    await expect(page.getByText(words('No further recipients'))).toBeVisible();
    complaints.expect(/status of 410 /);
  });
}
