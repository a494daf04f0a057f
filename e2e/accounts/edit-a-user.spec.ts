import { expect, test } from '../harness/test.ts';

test('an owner finds a user and corrects the details; for the owner’s own details there is a link to the profile', async ({
  customer,
  customerPage: page,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  await page.goto('/Account/Settings/Users');
  const filter = page.getByRole('searchbox', { name: 'Filter by login, name or email' });
  await filter.fill('nobody at all');
  await filter.press('Enter');
  await expect(page.getByText('No user matches these filters')).toBeVisible();
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

  // Users change their own address in the profile, which mails both addresses.
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable();
  await expect(page.getByRole('link', { name: 'profile', exact: true })).toBeVisible();

  const firstName = page.getByRole('textbox', { name: 'First name' });
  await firstName.fill('');
  await save.click();
  await expect(firstName).toHaveAccessibleDescription('The First name field is required');
  await firstName.fill('Robin');
  await page.getByRole('link', { name: 'Users' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?');
});
