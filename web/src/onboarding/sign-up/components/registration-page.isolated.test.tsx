import type { SignUpRegistration } from '@portico/contract';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { showAt } from '../../../test/address.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSignUp } from '../../../test/sign-up.ts';
import { RegistrationPage } from './registration-page.tsx';

const authenticateCardholder = vi.hoisted(() => vi.fn<(clientSecret: string) => Promise<string | null>>());
vi.mock('../../../lib/authenticate-cardholder.ts', () => ({ authenticateCardholder }));

const id = '9b2f6c1e-3d4a-4f5b-8c7d-0e1f2a3b4c5d';
const waiting: SignUpRegistration = {
  id,
  status: 'requiresAction',
  clientSecret: 'pi_1_secret_1',
  redirectUrl: null,
  error: null,
};
const pending = { ...waiting, status: 'pending', clientSecret: null } as const;
const done = {
  ...waiting,
  status: 'succeeded',
  clientSecret: null,
  redirectUrl: '/Confirmation?product=desktop',
} as const;
const failed = {
  ...waiting,
  status: 'failed',
  clientSecret: null,
  error: { code: 'CardError', message: 'Your card was declined.' },
} as const;

const asked: string[] = [];
/** Sets the server's responses, one for each call; the last one is repeated. */
function serve(...answers: (object | number)[]) {
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { method = 'GET' }: RequestInit = {}) => {
      asked.push(`${method} ${new URL(url, location.origin).pathname}`);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (typeof next === 'number') return answer(next, problems[next]);
      return answer(200, next);
    }),
  );
}
const problems: Readonly<Record<number, object>> = {
  404: { code: 'NotFound', message: 'There is nothing here', requestId: 'r' },
  500: { code: 'Internal', message: 'Something broke', requestId: 'r' },
  503: { code: 'Unavailable', message: 'Away', requestId: 'r' },
};

const assign = vi.fn();
const replace = vi.fn();
async function open() {
  await act(async () => renderUi(<RegistrationPage id={id} />));
}
async function pass(seconds: number) {
  for (let left = seconds * 1000; left > 0; left -= 500) await act(() => vi.advanceTimersByTimeAsync(500));
}
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const isWorking = () => screen.queryByText(/Please stay on this page/) !== null;
const message = () => screen.getByRole('alert').textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(location, 'assign').mockImplementation(assign);
  vi.spyOn(location, 'replace').mockImplementation(replace);
  assign.mockClear();
  replace.mockClear();
  authenticateCardholder.mockReset();
  replacePreloaded({ signUp: makeSignUp(), links: { knowledgeBase: null, contact: null } });
  showAt(`/confirm/harbor?product=desktop&storageKey=${id}&registration=${id}`);
});
afterEach(() => showAt('/'));

it('asks the cardholder to confirm once, and continues when the bank has confirmed', async () => {
  authenticateCardholder.mockResolvedValue(null);
  serve(waiting, pending, done);
  await open();
  expect(authenticateCardholder).toHaveBeenCalledExactlyOnceWith('pi_1_secret_1');
  expect(isWorking()).toBe(true);
  await pass(3);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
  expect(asked.every((call) => call === `GET /api/SignUp/Registrations/${id}`)).toBe(true);
});

it('follows a pending registration without asking the cardholder, also while the server is unreachable', async () => {
  serve(503, pending, 503, pending, done);
  await open();
  await pass(15);
  expect(authenticateCardholder).not.toHaveBeenCalled();
  expect(assign).toHaveBeenCalledOnce();
});

it("shows the bank's message, and confirms again with the server's latest secret", async () => {
  authenticateCardholder.mockResolvedValueOnce('We are unable to authenticate your payment method.');
  serve(waiting, waiting, { ...waiting, clientSecret: 'pi_1_secret_2' }, done);
  await open();
  expect(message()).toBe('We are unable to authenticate your payment method.');
  authenticateCardholder.mockResolvedValueOnce(null);
  await press('Confirm again');
  expect(authenticateCardholder).toHaveBeenLastCalledWith('pi_1_secret_2');
  await pass(2);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
});

it('continues if the payment was confirmed in another tab, whatever the provider reports in this tab', async () => {
  authenticateCardholder.mockResolvedValue('You cannot confirm this PaymentIntent because it has already succeeded.');
  serve(waiting, done);
  await open();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
  expect(isWorking()).toBe(true);
});

it('offers to confirm again if a confirmed payment still waits for its cardholder', async () => {
  authenticateCardholder.mockResolvedValue(null);
  serve(waiting);
  await open();
  await pass(60);
  expect(message()).toMatch(/^Your bank did not confirm the payment\./);
  serve(waiting, done);
  await press('Confirm again');
  expect(authenticateCardholder).toHaveBeenCalledTimes(2);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
});

it("shows the portal's own message if the bank refused without a message", async () => {
  authenticateCardholder.mockResolvedValue('');
  serve(waiting);
  await open();
  expect(message()).toMatch(/^Your bank did not confirm the payment\./);
});

it('abandons the registration for another card, and returns to the card step of the same brand', async () => {
  authenticateCardholder.mockResolvedValue('No.');
  serve(waiting, waiting, failed);
  await open();
  await press('Use another card');
  expect(asked.at(-1)).toBe(`DELETE /api/SignUp/Registrations/${id}`);
  expect(message()).toBe('Your card was declined.');
  await press('Use another card');
  expect(assign).toHaveBeenCalledExactlyOnceWith(`/checkout/harbor?product=desktop&storageKey=${id}`);
});

it('does not ask the cardholder again for a registration that was abandoned while the provider was unreachable', async () => {
  authenticateCardholder.mockResolvedValue('No.');
  serve(waiting, waiting, { ...waiting, clientSecret: null }, waiting, failed);
  await open();
  await press('Use another card');
  await pass(5);
  expect(authenticateCardholder).toHaveBeenCalledOnce();
  expect(message()).toBe('Your card was declined.');
});

it('continues if the payment was confirmed before it could be abandoned', async () => {
  authenticateCardholder.mockResolvedValue('No.');
  serve(waiting, waiting, done);
  await open();
  await press('Use another card');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
});

it.each([
  ['has failed', [failed]],
  ['waits and then fails', [waiting, failed]],
] as const)('shows the outcome of a registration that %s when the page is opened again', async (_, answers) => {
  authenticateCardholder.mockResolvedValue(null);
  serve(...answers);
  await open();
  expect(message()).toBe('Your card was declined.');
  expect(screen.queryByRole('button', { name: 'Confirm again' })).toBeNull();
});

it('redirects to the success page if a successful registration is opened again', async () => {
  serve(done);
  await open();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
});

it('redirects a browser that did not start the registration to the wizard', async () => {
  serve(404);
  await open();
  expect(replace).toHaveBeenCalledExactlyOnceWith(`/checkout/harbor?product=desktop&storageKey=${id}`);
});

it('shows why the state could not be read, and continues at the next press', async () => {
  serve(500);
  await open();
  expect(message()).toBe('Something broke');
  serve(done);
  await press('Confirm again');
  expect(assign).toHaveBeenCalledOnce();
});
