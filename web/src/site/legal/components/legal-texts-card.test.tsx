import type { LegalVersion, Preloaded } from '@portico/contract';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer } from '../../../test/render.tsx';
import { renderWithLinks } from '../../../test/router.tsx';
import { LegalTextsCard } from './legal-texts-card.tsx';

const privacy: LegalVersion = {
  name: 'privacy',
  title: 'Privacy policy',
  updated: '2026-11-29',
  version: 'a1',
  notice: null,
};
const notice = { sentAt: '2026-11-29T12:00:00.000Z', by: 'Olivia Perez', accounts: 37, isFinished: true };

function show({ readOnly = false } = {}) {
  let items = [privacy];
  const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>(async (_, init) => {
    if (init?.method !== 'POST') return answer(200, { items, accounts: 37 });
    items = [{ ...privacy, notice }];
    return answer(200, items[0]);
  });
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({
    user: { isAdmin: true, isSuperAdmin: true, readOnly },
    features: [],
    permissions: [],
  } as unknown as Preloaded);
  renderWithLinks(<LegalTextsCard />);
  return fetched;
}

it('asks before it mails the owners, then shows who sent the notice, without a button to repeat it', async () => {
  const fetched = show();
  const button = await screen.findByRole('button', { name: 'Send notice: Privacy policy' });
  // Pressing the button loads the code of the confirmation dialog.
  await act(async () => {
    await userEvent.click(button);
    await vi.dynamicImportSettled();
  });
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^The owners of 37 accounts each get a mail/);
  await userEvent.click(dialog.getByRole('button', { name: 'Mail 37 owners' }));
  await screen.findByText(/^Olivia Perez sent the notice on .* 37 owners have been mailed\.$/);
  expect(screen.queryByRole('button', { name: /^Send notice/ })).toBeNull();
  const sent = fetched.mock.calls.find(([, init]) => init?.method === 'POST');
  expect(sent?.[0]).toContain('/api/Operator/LegalTexts/privacy/Notice');
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ version: 'a1' });
});

it('offers nothing to a read-only operator', async () => {
  show({ readOnly: true });
  await screen.findByText('Privacy policy');
  expect(screen.queryByRole('button')).toBeNull();
});
