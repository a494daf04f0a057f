import type { Message, MessageWithContent, Preloaded } from '@portico/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../lib/notify.tsx';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import type { MessageSource } from '../mail.api.ts';
import { MessageTable } from './message-table.tsx';

const search = { page: 1, pageSize: 10, order: 'desc', sortField: 'queued', textFilter: '' } as const;

const message = (change: Partial<MessageWithContent> = {}): MessageWithContent => ({
  id: 7,
  channel: 'email',
  label: 'Password reset',
  subject: 'Set a new password for Veriscan',
  locale: 'fr',
  recipient: 'avery@acme.example',
  recipientName: 'Avery Stone',
  account: { id: 3, name: 'Acme' },
  state: 'sent',
  attempts: 1,
  error: null,
  queuedAt: '2026-11-22T15:04:00.000Z',
  endedAt: '2026-11-22T15:04:01.000Z',
  repeatsId: null,
  canBeSentAgain: true,
  text: 'Set a new password:\nhttps://portal.vendor.example/Reset?token=abc\n\nGoodbye',
  hasHtml: true,
  replyTo: null,
  attachment: null,
  ...change,
});

let messages: MessageWithContent[];
const fetched = vi.fn(async (url: string, init?: RequestInit) => {
  if (init?.method === 'POST') return answer(200, { id: 8 });
  const [, id] = /\/(\d+)$/.exec(url) ?? [];
  if (id) return answer(200, messages.find((one) => String(one.id) === id) ?? {});
  return answer(200, { items: messages as Message[], total: messages.length, totalPages: 1 });
});

function show(source: MessageSource = 'operator', change: object = {}, readOnly = false) {
  const user = { isAdmin: false, isSuperAdmin: true, readOnly };
  replacePreloaded({ user, features: [], permissions: [] } as unknown as Preloaded);
  vi.stubGlobal('fetch', fetched);
  const onSearchChange = vi.fn();
  renderUi(<MessageTable source={source} search={{ ...search, ...change }} onSearchChange={onSearchChange} />);
  return onSearchChange;
}

async function open(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Open Password reset to avery@acme.example' });
  // The press loads the dialog's code.
  await act(async () => void fireEvent.click(button));
  return screen.findByRole('dialog');
}

beforeEach(() => {
  messages = [message()];
  fetched.mockClear();
});

describe('the list', () => {
  it('shows recipient, subject and outcome', async () => {
    messages = [
      message(),
      message({ id: 8, state: 'failed', error: '550 No such mailbox', recipient: 'gone@acme.example' }),
    ];
    show();
    const sent = (await screen.findByText('avery@acme.example')).closest('tr') as HTMLElement;
    for (const text of ['Password reset', 'Set a new password for Veriscan', 'Acme', 'Sent']) {
      expect(within(sent).getByText(text)).toBeTruthy();
    }
    const failed = screen.getByText('gone@acme.example').closest('tr') as HTMLElement;
    expect(within(failed).getByText('Failed')).toBeTruthy();
    expect(within(failed).getByText('550 No such mailbox')).toBeTruthy();
  });

  it('returns to the first page when the search or a filter changes', async () => {
    const onSearchChange = show('operator', { page: 3 });
    await userEvent.type(screen.getByRole('searchbox'), 'avery{Enter}');
    expect(onSearchChange).toHaveBeenCalledWith({ textFilter: 'avery', page: 1 });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    expect(onSearchChange).toHaveBeenCalledWith({ state: 'failed', page: 1 });
  });

  it('offers to show all messages if none matches', async () => {
    messages = [];
    const onSearchChange = show('operator', { state: 'failed' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all messages' }));
    expect(onSearchChange).toHaveBeenCalledWith({ textFilter: '', state: undefined, page: 1 });
  });

  it("reads the demonstration's outbox from its own address", async () => {
    messages = [];
    show('outbox');
    expect(await screen.findByText(/shows up here, with its codes and links/)).toBeTruthy();
    expect(fetched.mock.calls[0]?.[0]).toContain('/api/dev/outbox?');
  });
});

describe('a message', () => {
  it('is shown as a mail in a frame without scripts, and as text with links', async () => {
    show('outbox');
    const dialog = within(await open());
    const frame = await dialog.findByTitle('The mail as its recipient sees it');
    expect(frame.getAttribute('src')).toBe('/api/dev/outbox/7/Html');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(frame.getAttribute('sandbox')).not.toContain('allow-same-origin');
    await userEvent.click(dialog.getByRole('radio', { name: 'As text' }));
    const link = dialog.getByRole('link', { name: 'https://portal.vendor.example/Reset?token=abc' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(dialog.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  it('explains why the content is hidden', async () => {
    messages = [message({ text: null, hasHtml: false, canBeSentAgain: false })];
    show();
    const dialog = within(await open());
    expect(await dialog.findByText(/has a code or a link that only its recipient may see/)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Send again' })).toBeNull();
    expect(dialog.queryByTitle('The mail as its recipient sees it')).toBeNull();
  });

  it('is sent again once, and the list is refetched', async () => {
    const said = vi.spyOn(notify, 'success').mockReturnValue(undefined);
    show();
    const dialog = within(await open());
    await userEvent.click(await dialog.findByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const posts = fetched.mock.calls.filter(([, init]) => init?.method === 'POST').map(([url]) => url);
    expect(posts).toEqual(['/api/Operator/Messages/7/SendAgain']);
    expect(said).toHaveBeenCalledExactlyOnceWith('The message is being sent again');
    await waitFor(() =>
      expect(fetched.mock.calls.filter(([url]) => url.includes('/api/Operator/Messages?'))).toHaveLength(2),
    );
  });

  it('cannot be sent again by a read-only operator', async () => {
    show('operator', {}, true);
    const dialog = within(await open());
    expect(await dialog.findByText('Avery Stone <avery@acme.example>')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Send again' })).toBeNull();
  });
});
