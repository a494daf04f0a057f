import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { preloaded, replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { ada as user } from '../../../test/users.ts';
import { UserForm } from './user-form.tsx';

vi.mock('../../../ui/unsaved-changes.tsx', () => ({ UnsavedChangesGuard: () => null }));

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const described = (text: string) => screen.getByRole('textbox', { description: text });
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});

it('saves the changes', async () => {
  fetched.mockImplementation(async (_url, init) => answer(200, { ...user, ...JSON.parse(String(init?.body)) }));
  renderUi(<UserForm user={user} />);
  expect(saveButton().disabled).toBe(true);
  await userEvent.type(field(/Phone/), '+1 555 0100');
  await userEvent.click(saveButton());
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  const [url, init] = fetched.mock.calls[0] ?? [];
  expect(url).toBe('/api/User/7');
  expect(JSON.parse(String(init?.body))).toMatchObject({ login: 'ada', phone: '+1 555 0100' });
});

it("shows the server's error at its field, and keeps the input", async () => {
  const propertyErrors = { email: ['The email is already taken.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  renderUi(<UserForm user={user} />);
  await userEvent.clear(field(/Email/));
  await userEvent.type(field(/Email/), 'grace@acme.example');
  await userEvent.click(saveButton());
  await waitFor(() => expect(described('The Email is already taken.')).toBe(field(/Email/)));
  expect(field(/Email/).value).toBe('grace@acme.example');
  expect(document.activeElement).toBe(field(/Email/));
});

it('saves role and end of access, and shows errors at their fields', async () => {
  const propertyErrors = { admin: ['This is the last active admin of the account.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  renderUi(<UserForm user={{ ...user, admin: true }} />);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Admin/ }));
  const until = screen.getByLabelText<HTMLInputElement>('Access until');
  await userEvent.type(until, '2099-01-31');
  await userEvent.click(saveButton());
  await waitFor(() => expect(screen.getByText('This is the last active admin of the account.')).toBeDefined());
  const body = JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));
  expect(body).toMatchObject({ admin: false, readOnly: false });
  expect(new Date(body.expDate).getTime()).toBe(new Date('2099-01-31T23:59:59.999').getTime());
  expect(until.value).toBe('2099-01-31');
});

it('omits role and end of access from the request if the user may not change them', async () => {
  fetched.mockImplementation(async () => answer(200, user));
  renderUi(<UserForm user={{ ...user, allowed: { ...user.allowed, standing: false } }} />);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Admin/ }).disabled).toBe(true);
  await userEvent.type(field(/Phone/), '1');
  await userEvent.click(saveButton());
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  expect(Object.keys(JSON.parse(String(fetched.mock.calls[0]?.[1]?.body)))).not.toContain('admin');
});

it('reports missing values before anything is sent', async () => {
  renderUi(<UserForm user={user} />);
  await userEvent.clear(field(/First name/));
  await userEvent.click(saveButton());
  await waitFor(() => expect(described('The First name field is required')).toBe(field(/First name/)));
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  [true, 'Only the owner can change the owner’s details.'],
  [false, 'You can view this. An admin of your account can change it.'],
])('shows text without inputs if the server allows no changes, and explains why (owner: %s)', (isOwner, reason) => {
  const allowed = { details: false, standing: false, grants: false, waysIn: false, ownership: false };
  renderUi(<UserForm user={{ ...user, isOwner, allowed }} />);
  expect(screen.getByText(reason)).toBeDefined();
  expect(screen.getByText(user.login)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
});

it('does not let anybody change the address of an operator', () => {
  renderWithLinks(<UserForm user={{ ...user, roles: ['Super Admin'] }} />);
  expect([field(/Login/).readOnly, field(/Email/).readOnly]).toEqual([false, true]);
});

it("links to the profile for the user's own login and email address, which are read-only here", () => {
  const before = preloaded();
  replacePreloaded({ ...before, user: { ...person, id: user.id } });
  renderWithLinks(<UserForm user={user} />);
  expect([field(/Login/).readOnly, field(/Email/).readOnly, field(/Phone/).readOnly]).toEqual([true, true, false]);
  expect(screen.getByRole('link', { name: 'profile' }).getAttribute('href')).toBe('/Profile');
  replacePreloaded(before);
});
