import type { Company, CompanyInput, Preloaded } from '@portico/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { makeCompany } from '../../../test/companies.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { CompanyForm } from './company-form.tsx';

const lumen = makeCompany({ logoLight: '/CompanyLogos/2/light/0' });

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sent = () => JSON.parse(String(fetched.mock.lastCall?.[1]?.body)) as CompanyInput;
const saved = vi.fn();

function show(company: Company | null = lumen, { status = 200, body = lumen as object, readOnly = false } = {}) {
  replacePreloaded({
    user: { isAdmin: true, isSuperAdmin: true, readOnly },
    features: [],
    permissions: [],
  } as unknown as Preloaded);
  fetched.mockImplementation(async () => answer(status, body));
  vi.stubGlobal('fetch', fetched);
  renderWithLinks(<CompanyForm company={company} onSaved={saved} />);
}

beforeEach(() => {
  fetched.mockReset();
  saved.mockReset();
});

it('derives the address of a new brand from its name until another address is typed', async () => {
  show(null);
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), 'Café Lumen');
  const slug = screen.getByRole('textbox', { name: /^Sign-up address/ });
  expect(slug).toHaveProperty('value', 'cafe-lumen');
  await userEvent.clear(slug);
  await userEvent.type(slug, 'own');
  await userEvent.type(screen.getByRole('textbox', { name: /^Name/ }), ' Group');
  await userEvent.click(screen.getByRole('button', { name: 'Add brand' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(fetched.mock.lastCall?.[1]?.method).toBe('POST');
  expect(sent()).toMatchObject({ name: 'Café Lumen Group', slug: 'own', accentLight: null });
});

it('sends a chosen logo and shows it in the preview before it is saved', async () => {
  show();
  const file = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Logo for the dark theme'), file);
  const preview = within(screen.getByRole('region', { name: 'Dark theme' }));
  await waitFor(() => expect(preview.getAllByAltText('')[0]?.getAttribute('src')).toBe('data:image/png;base64,AQID'));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(sent()).toMatchObject({ logoDark: 'AQID', revision: 'r1' });
  expect(sent()).not.toHaveProperty('logoLight');
});

it('rejects a file that is too large before it is sent', async () => {
  show();
  const file = new File([new Uint8Array(300 * 1024)], 'logo.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Logo for the dark theme'), file);
  expect(await screen.findByText(/at most 256 kB\. *$|^This file is too large/)).toBeTruthy();
});

it('shows at the field the shade that pages use', async () => {
  show();
  const field = screen.getByRole('textbox', { name: 'Accent color for the light theme' });
  await userEvent.type(field, '#0b6e4f');
  expect(screen.getByText('Text is readable on this color and in it.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '#ffee00');
  expect(screen.getByText(/^Links use #[0-9a-f]{6}, so that they can be read\.$/)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, 'red');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText(/^Write # and six digits/)).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

it("shows the server's error at its field, and keeps the input", async () => {
  const body = {
    code: 'ValidationError',
    message: 'Some values need your attention.',
    propertyErrors: { logoLight: ['This is no picture.'], slug: ['Another brand has this address.'] },
    requestId: 'r',
  };
  show(lumen, { status: 422, body });
  const file = new File([new Uint8Array([1, 2, 3])], 'logo.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Logo for the light theme'), file);
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('This is no picture.')).toBeTruthy();
  expect(screen.getByText('Another brand has this address.')).toBeTruthy();
  expect(saved).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
  expect(sent()).toMatchObject({ logoLight: 'AQID' });
});

it('removes a logo', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Remove: Logo for the light theme' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(sent()).toMatchObject({ logoLight: null });
});

it('is read-only for read-only operators', () => {
  show(lumen, { readOnly: true });
  expect(screen.queryByRole('button', { name: /Save|Choose|Remove/ })).toBeNull();
  for (const field of screen.getAllByRole('textbox')) expect(field).toHaveProperty('readOnly', true);
});
