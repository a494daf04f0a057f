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
  error: { code: 'CardError', message: 'Your card was declined.', propertyErrors: {} },
} as const;

const asked: string[] = [];
/** What the server answers to each look; the last one again and again. */
function serve(...answers: (object | number)[]) {
  asked.length = 0;
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string, { method = 'GET' }: RequestInit = {}) => {
      asked.push(`${method} ${new URL(url, location.origin).pathname}`);
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (typeof next === 'number') return answer(next, { code: 'Unavailable', message: 'Away', requestId: 'r' });
      return answer(200, next);
    }),
  );
}

const assign = vi.fn();
async function open(first: SignUpRegistration) {
  await act(async () => renderUi(<RegistrationPage first={first} />));
}
async function pass(seconds: number) {
  for (let left = seconds * 1000; left > 0; left -= 500) await act(() => vi.advanceTimersByTimeAsync(500));
}
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click());
const isWorking = () => screen.queryByText(/Please stay on this page/) !== null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(location, 'assign').mockImplementation(assign);
  assign.mockClear();
  authenticateCardholder.mockReset();
  replacePreloaded({ signUp: makeSignUp(), links: { knowledgeBase: null, contact: null } });
  showAt(`/SignUp?companyName=harbor&product=desktop&storageKey=${id}&visit=${id}&from=purchase`);
});
afterEach(() => showAt('/'));

it('asks the cardholder once, and leads on when the bank has confirmed', async () => {
  authenticateCardholder.mockResolvedValue(null);
  serve(pending, done);
  await open(waiting);
  expect(authenticateCardholder).toHaveBeenCalledExactlyOnceWith('pi_1_secret_1');
  expect(isWorking()).toBe(true);
  await pass(3);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
  expect(asked.every((call) => call === `GET /api/SignUp/Registrations/${id}`)).toBe(true);
});

it('follows one that is being confirmed without asking anybody, also while the server is away', async () => {
  serve(503, pending, done);
  await open(pending);
  await pass(10);
  expect(authenticateCardholder).not.toHaveBeenCalled();
  expect(assign).toHaveBeenCalledOnce();
});

it('tells what the bank said, and confirms again with what the server has then', async () => {
  authenticateCardholder.mockResolvedValueOnce('We are unable to authenticate your payment method.');
  serve({ ...waiting, clientSecret: 'pi_1_secret_2' }, done);
  await open(waiting);
  expect(screen.getByRole('alert').textContent).toBe('We are unable to authenticate your payment method.');
  authenticateCardholder.mockResolvedValueOnce(null);
  await press('Confirm again');
  expect(authenticateCardholder).toHaveBeenLastCalledWith('pi_1_secret_2');
  await pass(2);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
});

it('says in words of its own that the bank did not confirm where the bank says nothing', async () => {
  authenticateCardholder.mockResolvedValue('');
  serve(waiting);
  await open(waiting);
  expect(screen.getByRole('alert').textContent).toMatch(/^Your bank did not confirm the payment\./);
});

it('gives the registration up for another card, and leads back to the card of the same company', async () => {
  authenticateCardholder.mockResolvedValue('No.');
  serve(failed);
  await open(waiting);
  await press('Use another card');
  expect(asked).toEqual([`DELETE /api/SignUp/Registrations/${id}`]);
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.');
  await press('Use another card');
  expect(assign).toHaveBeenCalledExactlyOnceWith(`/checkout/harbor?product=desktop&storageKey=${id}`);
});

it('leads on where the payment was confirmed before it could be given up', async () => {
  authenticateCardholder.mockResolvedValue('No.');
  serve(done);
  await open(waiting);
  await press('Use another card');
  expect(assign).toHaveBeenCalledExactlyOnceWith('/Confirmation?product=desktop');
});

it('shows how it ended to whoever left it open and comes back', async () => {
  authenticateCardholder.mockResolvedValue(null);
  serve(failed);
  await open(waiting);
  expect(screen.getByRole('alert').textContent).toBe('Your card was declined.');
  expect(screen.queryByRole('button', { name: 'Confirm again' })).toBeNull();
});

it('shows what went wrong where nothing can be asked, and goes on at the next press', async () => {
  authenticateCardholder.mockResolvedValue(null);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer(404, { code: 'NotFound', message: 'There is nothing here', requestId: 'r' })),
  );
  await open(waiting);
  expect(screen.getByRole('alert').textContent).toBe('There is nothing here');
  serve(done);
  await press('Confirm again');
  expect(assign).toHaveBeenCalledOnce();
});
