import type { Preloaded } from '@portico/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { AfterCancellation } from './after-cancellation.tsx';

const fetched = vi.fn(async (_url: string, _init?: RequestInit) => answer(200, {}));
const onDone = vi.fn();

async function show(needsContact: boolean) {
  fetched.mockClear();
  onDone.mockClear();
  vi.stubGlobal('fetch', fetched);
  replacePreloaded({ user: { name: 'Ada Owner', email: 'ada@acme.example' } as NonNullable<Preloaded['user']> });
  await act(async () => renderUi(<AfterCancellation subscriptionId={7} needsContact={needsContact} onDone={onDone} />));
}

const sent = () => fetched.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))]);

it('after a cancellation, a customer with something left to do is asked for a contact, which needs name and email', async () => {
  await show(true);
  const name = await screen.findByRole('textbox', { name: /Name/ });
  expect((name as HTMLInputElement).value).toBe('Ada Owner');
  await userEvent.clear(name);
  await userEvent.tab();
  expect(await screen.findByText('Input name')).toBeDefined();
  const email = screen.getByRole('textbox', { name: /Email/ });
  await userEvent.clear(email);
  await userEvent.tab();
  expect(await screen.findByText('Input email')).toBeDefined();
  await userEvent.type(email, 'nobody');
  await userEvent.tab();
  expect(await screen.findByText('Enter a valid email address')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent()).toEqual([]);
  await userEvent.type(name, 'Bo Keeper');
  await userEvent.type(email, '@acme.example');
  await userEvent.click(screen.getByRole('checkbox', { name: /Interview me/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()).toEqual([
    [
      '/api/Subscription/7/CancelSubscriptionEmail',
      { name: 'Bo Keeper', email: 'nobody@acme.example', phone: null, interview: true },
    ],
  ]);
});

it('after a cancellation, a customer with nothing left to do is offered an interview for a gift card, which can be declined', async () => {
  await show(false);
  expect(screen.getByText('What was missing? Tell us, for a $25.00 gift card')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
  expect(onDone).toHaveBeenCalledOnce();
  expect(sent()).toEqual([]);
});

it('after a cancellation, the contact of a customer who accepts the interview is sent', async () => {
  await show(false);
  await act(async () => void screen.getByRole('button', { name: 'Take the interview' }).click());
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sent()[0]?.[1]).toEqual({ name: 'Ada Owner', email: 'ada@acme.example', phone: null, interview: true });
});
