import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { person } from '../../../test/person.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { ExternalLoginsTab } from './external-logins-tab.tsx';

const google = { displayName: 'Google', loginProvider: 'google' };
const current = {
  ...google,
  providerKey: 'person-1',
  email: 'avery@gmail.example',
  addedAt: '2026-11-20T10:00:00.000Z',
  lastUsedAt: null,
  canRemove: true,
};

function show(logins: object, { confirm = async () => {}, errors = [] as string[] } = {}) {
  replacePreloaded({
    user: person,
    permissions: ['changeExternalLogins'],
    modelState: errors.length > 0 ? { '': errors } : {},
  });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(200, logins)),
  );
  return renderUi(<ExternalLoginsTab confirm={confirm} />);
}

describe('the tab of external logins', () => {
  it('posts natively with the token to connect and to remove, once the user has confirmed', async () => {
    localStorage.setItem('antiForgeryToken', 'newest');
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    const confirm = vi.fn(async () => {});
    show({ currentLogins: [current], otherLogins: [{ displayName: 'Other', loginProvider: 'other' }] }, { confirm });
    for (const [name, action, fields] of [
      ['Connect Other', '/Profile/ExternalLogins?handler=LinkLogin', { provider: 'other' }],
      [
        'Remove Google',
        '/Profile/ExternalLogins?handler=RemoveLogin',
        { loginProvider: 'google', providerKey: 'person-1' },
      ],
    ] as const) {
      const button = await screen.findByRole('button', { name });
      const form = button.closest('form') as HTMLFormElement;
      expect([form.method, form.getAttribute('action')]).toEqual(['post', action]);
      expect(Object.fromEntries(new FormData(form))).toEqual({ __RequestVerificationToken: 'newest', ...fields });
      await userEvent.click(button);
      await waitFor(() => expect(submit).toHaveBeenCalledOnce());
      expect(confirm).toHaveBeenCalled();
      submit.mockClear();
    }
  });

  it('posts nothing if the user did not confirm', async () => {
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    submit.mockClear();
    const confirm = async () => {
      throw new ConfirmationCanceled('no');
    };
    show({ currentLogins: [], otherLogins: [google] }, { confirm });
    const button = await screen.findByRole('button', { name: 'Connect Google' });
    await userEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
    expect(submit).not.toHaveBeenCalled();
  });

  it('shows no button to remove the last sign-in method, and lists the errors of a posted form', async () => {
    show({ currentLogins: [{ ...current, canRemove: false }], otherLogins: [] }, { errors: ['One.', 'Two.'] });
    expect(await screen.findByText('Your last way to sign in')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove Google' })).toBeNull();
    expect(
      screen
        .getAllByRole('listitem')
        .slice(0, 2)
        .map(({ textContent }) => textContent),
    ).toEqual(['One.', 'Two.']);
  });

  it('shows a message if no external login is available', async () => {
    show({ currentLogins: [], otherLogins: [] });
    expect(await screen.findByText('No account is connected')).toBeTruthy();
    expect(screen.getByText('There is no other login to connect here.')).toBeTruthy();
  });
});
