import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { confirmationRequest } from '../../../lib/confirmation.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { ActAsDialog } from './act-as-dialog.tsx';

const fetched = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const assign = vi.fn();
const onClose = vi.fn();
const reason = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
const actButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Act as Avery Stone' });
const sent = () => fetched.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))]);

beforeEach(() => {
  for (const mock of [fetched, assign, onClose]) mock.mockReset();
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { ...location, pathname: '/Operator/Accounts/2', search: '?tab=users', assign });
  renderUi(<ActAsDialog userId={7} name="Avery Stone" onClose={onClose} />);
});

it("sends the reason in one line with this page as return URL, and opens the server's address", async () => {
  fetched.mockImplementation(async () => answer(200, { redirectUrl: '/' }));
  await userEvent.type(reason(), '  Ticket 4711:{enter}{enter}the invoice of May  ');
  await userEvent.click(actButton());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(sent()).toEqual([
    [
      '/api/Operator/ActAs/7',
      { reason: 'Ticket 4711: the invoice of May', returnUrl: '/Operator/Accounts/2?tab=users' },
    ],
  ]);
  // The button cannot be pressed again until the other page has loaded.
  await userEvent.click(actButton());
  expect(fetched).toHaveBeenCalledTimes(1);
});

it.each([
  ['', 'The Reason field is required'],
  ['Ticket  4', 'Write 10 characters or more'],
  ['x'.repeat(501), 'Write 500 characters or fewer'],
])('rejects the reason %j before anything is sent', async (text, message) => {
  if (text) await userEvent.click(reason());
  if (text) await userEvent.paste(text);
  await userEvent.click(actButton());
  expect(await screen.findByRole('textbox', { description: new RegExp(message) })).toBe(reason());
  expect(fetched).not.toHaveBeenCalled();
});

it('shows why acting is refused, keeps the input, and allows a retry', async () => {
  const message = 'Nobody can act as an operator.';
  fetched.mockImplementation(async () => answer(409, { code: 'Conflict', message }));
  await userEvent.type(reason(), 'Ticket 4711: May');
  await userEvent.click(actButton());
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect([reason().value, actButton().disabled, assign.mock.calls.length]).toEqual(['Ticket 4711: May', false, 0]);
});

it("shows the server's error at its field", async () => {
  const propertyErrors = { reason: ['The reason field contains characters that are not allowed.'] };
  fetched.mockImplementation(async () => answer(422, { code: 'ValidationError', message: '', propertyErrors }));
  await userEvent.type(reason(), 'Ticket 4711: May');
  await userEvent.click(actButton());
  const description = /The Reason field contains characters that are not allowed\./;
  expect(await screen.findByRole('textbox', { description })).toBe(reason());
});

it('asks for a confirmation if required, and shows no message if the operator cancels it', async () => {
  fetched.mockImplementation(async () => answer(403, { code: 'ConfirmationRequired', message: 'Confirm' }));
  await userEvent.type(reason(), 'Ticket 4711: May');
  await userEvent.click(actButton());
  await waitFor(() => expect(confirmationRequest.get()).not.toBeNull());
  confirmationRequest.get()?.onCanceled();
  await waitFor(() => expect(actButton().disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('closes the dialog if the operator cancels', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalled();
});
