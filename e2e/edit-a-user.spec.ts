import { expect, test } from './harness/test.ts';

test('an owner finds a user, corrects the details, and is told of an e-mail address that is taken', async ({
  customer,
  customerPage: page,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  await page.goto('/Account/Settings/Users');
  const filter = page.getByRole('searchbox', { name: 'Filter by login, name or e-mail' });
  await filter.fill('nobody at all');
  await filter.press('Enter');
  await expect(page.getByText('No user matches this text')).toBeVisible();
  await filter.fill(customer.email.slice(0, 12).toUpperCase());
  await filter.press('Enter');
  await expect(page).toHaveURL(/textFilter=/);
  await page.getByRole('table', { name: 'Users' }).getByRole('link').click();

  const phone = page.getByRole('textbox', { name: 'Phone' });
  const save = page.getByRole('button', { name: 'Save changes' });
  await phone.fill('+1 555 0142');
  await save.click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(phone).toHaveValue('+1 555 0142');

  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('owner@globex.example');
  await save.click();
  await expect(email).toHaveAccessibleDescription('The E-mail is already taken.');
  await expect(email).toHaveValue('owner@globex.example');
  await page.getByRole('link', { name: 'Users' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?');
});
