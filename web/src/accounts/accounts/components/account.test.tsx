import type { Account, AccountNote, Preloaded } from '@portico/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { useAccount } from '../accounts.api.ts';
import { AccountCard } from './account-card.tsx';
import { AccountStateButton, DisabledNotice } from './account-state.tsx';
import { NotesCard } from './notes-card.tsx';

const acme: Account = {
  id: 7,
  name: 'Acme Security',
  company: { id: 1, name: 'Veriscan' },
  customerId: null,
  createdAt: '2026-01-05T12:00:00.000Z',
  features: ['customerAdmin', 'billing'],
  isSecondFactorRequired: false,
  disabled: null,
  hasOperators: false,
};
const note: AccountNote = {
  id: 1,
  text: 'Call in the morning',
  at: '2026-11-20T12:00:00.000Z',
  by: 'Noa',
  isOwn: false,
};

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const sent = () => fetched.mock.calls.filter(([, init]) => init?.method !== 'GET');

function answerWith(status: number, body: object) {
  fetched.mockImplementation(async (_url, init) =>
    init?.method && init.method !== 'GET'
      ? answer(status, body)
      : answer(200, { items: [note, { ...note, id: 2, text: 'Mine', isOwn: true }], total: 2, totalPages: 1 }),
  );
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  signIn(false);
});

function signIn(readOnly: boolean) {
  const user = { isAdmin: true, isSuperAdmin: true, readOnly };
  replacePreloaded({ user, features: [], permissions: [] } as unknown as Preloaded);
}

/** Presses a button that loads code. */
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());

it('asks for a reason before it disables an account, and shows errors at the field', async () => {
  const message = 'The Reason field is required.';
  answerWith(422, { code: 'ValidationError', message, propertyErrors: { reason: [message] } });
  renderUi(<AccountStateButton account={acme} />);
  await press('Disable account');
  const dialog = await screen.findByRole('dialog');
  const reason = within(dialog).getByRole('textbox', { name: /Reason/ });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Disable account' }));
  await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'));
  await userEvent.type(reason, 'Unpaid');
  await userEvent.click(within(dialog).getByRole('radio', { name: /End immediately/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Disable account' }));
  await waitFor(() => expect(sent().at(-1)?.[1]?.body).toBe('{"reason":"Unpaid","subscriptions":"end"}'));
  expect((reason as HTMLInputElement).value).toBe('Unpaid');
});

it('shows when, by whom and why an account was disabled, and offers to enable it', () => {
  const disabled = { at: '2026-11-20T12:00:00.000Z', by: 'Olivia Perez', reason: 'Unpaid' };
  renderUi(
    <>
      <DisabledNotice account={{ ...acme, disabled }} />
      <AccountStateButton account={{ ...acme, disabled }} />
    </>,
  );
  expect(screen.getByText(/Olivia Perez disabled this account on .*: Unpaid/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enable account' })).toBeTruthy();
});

it('closes the question once the account is enabled, and opens no other', async () => {
  const disabled = { at: '2026-11-20T12:00:00.000Z', by: null, reason: 'Unpaid' };
  fetched.mockImplementation(async (_url, init) => answer(200, init?.method === 'POST' ? acme : { ...acme, disabled }));
  const Shown = () => {
    const { data } = useAccount(7);
    return data ? <AccountStateButton account={data} /> : null;
  };
  renderUi(<Shown />);
  await screen.findByRole('button', { name: 'Enable account' });
  await press('Enable account');
  const question = await screen.findByRole('alertdialog');
  await userEvent.click(within(question).getByRole('button', { name: 'Enable account' }));
  expect(await screen.findByRole('button', { name: 'Disable account' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['the operators’ own account', { hasOperators: true }, false],
  ['a read-only operator', {}, true],
])('shows no button to disable or enable an account for %s', (_, change, readOnly) => {
  signIn(readOnly);
  renderUi(<AccountStateButton account={{ ...acme, ...change }} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('saves the parts of the portal that an account has, and shows why saving failed', async () => {
  answerWith(409, { code: 'Conflict', message: 'Somebody else was faster.' });
  renderUi(<AccountCard account={acme} owner={null} />);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Billing and purchases' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Somebody else was faster.')).toBeTruthy();
  expect(sent()[0]?.[1]?.body).toBe('{"features":["customerAdmin"]}');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Billing and purchases' }).checked).toBe(true);
});

it('lets only the author of a note delete it, after a question', async () => {
  answerWith(200, {});
  renderUi(<NotesCard accountId={7} />);
  await screen.findByText('Call in the morning');
  const [remove, ...others] = screen.getAllByRole('button', { name: 'Delete note' });
  expect(others).toEqual([]);
  await userEvent.click(remove as HTMLElement);
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText('Mine')).toBeTruthy();
  expect(sent()).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete note' }));
  await waitFor(() => expect(sent()[0]).toEqual([expect.stringContaining('/Notes/2'), expect.anything()]));
});
