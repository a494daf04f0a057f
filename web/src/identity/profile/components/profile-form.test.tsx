import type { Profile } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { useProfile } from '../profile.api.ts';
import { ProfileForm } from './profile-form.tsx';

const known: Profile = {
  login: 'ada',
  email: 'ada@acme.example',
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '',
  comments: '',
  locale: null,
  timeZone: null,
  hasPassword: true,
  passwordChangedAt: null,
  confirmedUntil: null,
  confirmableBy: ['password'],
  signInAgainUrl: null,
  revision: 'first',
};

function Form() {
  const { data } = useProfile();
  return data && <ProfileForm profile={data} />;
}

it('still shows the current address while another one waits for its confirmation (PRF-2)', async () => {
  replacePreloaded({ user: person });
  const pendingEmail = 'ada@elsewhere.example';
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return answer(200, known);
    const { phone, email } = JSON.parse(String(init.body));
    return answer(200, { ...known, phone, pendingEmail: email });
  });
  renderWithLinks(<Form />);
  const email = await screen.findByRole<HTMLInputElement>('textbox', { name: /Email/ });
  await userEvent.type(screen.getByRole('textbox', { name: /Phone/ }), '+1 514 555 0100');
  await userEvent.clear(email);
  await userEvent.type(email, pendingEmail);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' });
  await userEvent.click(save);
  expect(await screen.findByText(/We sent a link to ada@elsewhere.example/)).toBeTruthy();
  await waitFor(() => expect(email.value).toBe('ada@acme.example'));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Phone/ }).value).toBe('+1 514 555 0100');
  expect(save.disabled).toBe(true);
});
