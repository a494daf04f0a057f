import { type Company, type CompanyInput, maxShownCustomers, type Preloaded } from '@portico/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeCompany } from '../../../test/companies.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { CompanyForm } from './company-form.tsx';

const customers = [
  { name: 'Harbor', logo: 'data:image/png;base64,AAAA' },
  { name: 'Kestrel', logo: null },
  { name: 'Summit', logo: null },
];
const lumen = makeCompany({ customers });
const png = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' });

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sent = () => JSON.parse(String(fetched.mock.lastCall?.[1]?.body)) as CompanyInput;
const saved = vi.fn();

function show(company: Company = lumen, { readOnly = false } = {}) {
  replacePreloaded({
    user: { isAdmin: true, isSuperAdmin: true, readOnly },
    features: [],
    permissions: [],
  } as unknown as Preloaded);
  vi.stubGlobal('fetch', fetched);
  renderWithLinks(<CompanyForm company={company} onSaved={saved} />);
}

const answerWith = (status: number, body: object) => fetched.mockImplementation(async () => answer(status, body));
const refuse = (propertyErrors: Record<string, string[]>) =>
  answerWith(422, {
    code: 'ValidationError',
    message: 'Some values need your attention.',
    propertyErrors,
    requestId: 'r',
  });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const nameOf = (place: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Name of customer ${place}` });
const names = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of customer/ }).map(({ value }) => value);
async function save() {
  await press('Save changes');
  await waitFor(() => expect(saved).toHaveBeenCalled());
}

beforeEach(() => {
  fetched.mockReset();
  saved.mockReset();
  answerWith(200, lumen);
});

it('moves customers with the keyboard, and keeps the focus on the button', async () => {
  show();
  screen.getByRole('button', { name: 'Move down: Harbor' }).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move down: Harbor'));
  expect(names()).toEqual(['Kestrel', 'Harbor', 'Summit']);
  await userEvent.keyboard('{Enter}');
  // Harbor is now the last customer and cannot move down.
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Move up: Harbor'));
  expect(names()).toEqual(['Kestrel', 'Summit', 'Harbor']);
  await save();
  expect(sent()).toMatchObject({
    customers: [
      { name: 'Kestrel', logo: null },
      { name: 'Summit', logo: null },
      { name: 'Harbor', logo: 'AAAA' },
    ],
  });
});

it('adds a customer with a logo, and removes another customer and a logo', async () => {
  show();
  await press('Remove: Kestrel');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove: Summit'));
  await press('Remove the logo: Harbor');
  // A locked button does not keep the focus.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose a logo: Harbor');
  await press('Add customer');
  expect(document.activeElement).toBe(nameOf(3));
  await userEvent.keyboard(' Pinnacle ');
  await userEvent.upload(screen.getByLabelText('Logo of customer 3'), png);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Remove the logo: Pinnacle' })).toHaveProperty('disabled', false),
  );
  await save();
  expect(sent()).toMatchObject({
    customers: [
      { name: 'Harbor', logo: null },
      { name: 'Summit', logo: null },
      { name: 'Pinnacle', logo: 'AQID' },
    ],
  });
});

it('focuses the add button once the last customer is removed', async () => {
  show({ ...lumen, customers: [{ name: 'Harbor', logo: null }] });
  await press('Remove: Harbor');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add customer'));
  expect(screen.getByText('The sign-up names no customers')).toBeTruthy();
});

it('requires a name before anything is sent, and rejects a file that is too large', async () => {
  show();
  await userEvent.upload(
    screen.getByLabelText('Logo of customer 2'),
    new File([new Uint8Array(300 * 1024)], 'logo.png', { type: 'image/png' }),
  );
  expect(await screen.findByText('This file is too large. Choose one of at most 256 kB.')).toBeTruthy();
  await userEvent.clear(nameOf(1));
  await press('Save changes');
  expect(await screen.findByText('Enter a name, or remove the customer.')).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

it('disables adding a customer at the maximum number', () => {
  show({ ...lumen, customers: Array.from({ length: maxShownCustomers }, (_, n) => ({ name: `C${n}`, logo: null })) });
  expect(screen.getByRole('button', { name: 'Add customer' })).toHaveProperty('disabled', true);
  expect(screen.getByText('There is room for 12 customers')).toBeTruthy();
});

it("shows the server's error at the field of its customer, and keeps the input", async () => {
  refuse({ 'customers.1.logo': ['This is no picture.'], 'customers.2.name': ['The name field is too long'] });
  show();
  await userEvent.upload(screen.getByLabelText('Logo of customer 2'), png);
  await press('Save changes');
  expect(await screen.findByText('This is no picture.')).toBeTruthy();
  const described = (element: HTMLElement) =>
    within(element.closest('li') as HTMLElement).getByText(/no picture|too long/).textContent;
  expect(described(nameOf(2))).toBe('This is no picture.');
  expect(described(nameOf(3))).toBe('The Name field is too long');
  await press('Move up: Kestrel');
  expect(described(nameOf(1))).toBe('This is no picture.');
  answerWith(200, lumen);
  await save();
  expect(sent().customers?.[0]).toEqual({ name: 'Kestrel', logo: 'AQID' });
});

it("shows below the list the server's error about all customers", async () => {
  refuse({ customers: ['There are too many.'] });
  show();
  await press('Remove: Kestrel');
  await press('Save changes');
  expect(await screen.findByText('There are too many.')).toBeTruthy();
});

it("keeps the user's changes if somebody else saved first, and shows the other changes on request", async () => {
  answerWith(409, { code: 'Conflict', message: 'Somebody else changed this brand.', requestId: 'r' });
  show();
  await userEvent.type(nameOf(2), ' Group');
  await press('Save changes');
  expect((await screen.findByRole('alert')).textContent).toContain('What you changed was not saved.');
  expect(names()).toEqual(['Harbor', 'Kestrel Group', 'Summit']);
  expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true);
  answerWith(200, { ...lumen, customers: [{ name: 'Theirs', logo: null }], revision: 'r2' });
  await press('Show what is there now');
  await waitFor(() => expect(names()).toEqual(['Theirs']));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(nameOf(1), '!');
  await save();
  expect(sent()).toMatchObject({ customers: [{ name: 'Theirs!', logo: null }], revision: 'r2' });
});

it('shows the customers without controls to read-only operators', () => {
  show(lumen, { readOnly: true });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Harbor',
    'Kestrel',
    'Summit',
  ]);
  expect(screen.queryByRole('textbox', { name: /customer/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /customer|logo|Move|Remove/i })).toBeNull();
});
