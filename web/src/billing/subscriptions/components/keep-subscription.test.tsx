import type { Preloaded } from '@portico/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { KeepSubscription } from './keep-subscription.tsx';

function show(respond: () => Promise<Response>) {
  replacePreloaded({ user: { readOnly: false } as Preloaded['user'], features: ['customerAdmin', 'billing'] });
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => respond());
  vi.stubGlobal('fetch', fetched);
  renderUi(<KeepSubscription id={7} productName="Cloud" variant="primary" />);
  return fetched;
}

const calls = (fetched: ReturnType<typeof show>) =>
  fetched.mock.calls.map(([url, { method }]) => [method, url]).filter(([method]) => method !== 'GET');

it('the restore button restores its subscription once, however often it is pressed', async () => {
  let respond = (_answer: Response) => {};
  const fetched = show(() => new Promise((resolve) => (respond = resolve)));
  const button = screen.getByRole('button', { name: 'Keep Cloud' });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(calls(fetched)).toEqual([['POST', '/api/Subscription/7/DontCancel']]);
  respond(answer(200, { operationId: 'o', status: 'succeeded', subscription: null }));
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
});

it('the restore button can be pressed again after a refusal', async () => {
  const fetched = show(async () => answer(409, { code: 'Conflict', message: 'It has ended.', requestId: 'r' }));
  const button = screen.getByRole('button', { name: 'Keep Cloud' });
  await userEvent.click(button);
  await waitFor(() => expect(calls(fetched)).toHaveLength(1));
  await waitFor(async () => {
    await userEvent.click(button);
    expect(calls(fetched)).toHaveLength(2);
  });
});
