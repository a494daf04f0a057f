import type { SignUpOutcome } from '@portico/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloaded, replacePreloaded } from '../../../lib/preloaded.ts';
import { answer, renderUi } from '../../../test/render.tsx';
import { makeSignUp } from '../../../test/sign-up.ts';
import { emptyDetails } from '../model/details.ts';
import { storeDetails } from '../model/kept-details.ts';
import { currentVisit, rememberVisit } from '../visit.ts';
import { ConfirmationPage } from './confirmation-page.tsx';

const email = 'mia@harborline.example';
const sentAt = '2026-11-28T15:42:00Z';

const trial: SignUpOutcome = {
  email,
  sentAt,
  secondsLeft: 0,
  isConfirmed: false,
  isCorrectable: true,
  product: { id: 'desktop', name: 'Desktop', logo64: null, unit: { one: 'workstation', other: 'workstations' } },
  plan: { name: 'Trial', trialDays: 14 },
  receipt: null,
};

const order: SignUpOutcome = {
  ...trial,
  plan: { name: 'Professional', trialDays: null },
  receipt: {
    amountPaid: 5_634,
    currency: 'usd',
    number: 'AQPRG241-0001',
    paidAt: sentAt,
    lines: [{ description: 'Professional', amount: 4_900 }],
    discount: 0,
    taxes: [{ description: 'GST (5%)', amount: 245 }],
    card: { brand: 'Visa', last4: '4242' },
    url: 'https://pay.example/r',
    nextCharge: { at: '2026-12-28T15:42:00Z', amount: 5_634 },
    license: '2Q4RM-9C0TE',
    countsDevices: true,
    productPage: { url: 'https://download.example/', caption: 'Download', version: '5.4' },
  },
};

/** The server's answers, and the calls that it received. */
let watched = { isConfirmed: false, firstDevice: null as string | null };
let sending: () => Response;
let calls: { method: string; body: unknown }[];

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  replacePreloaded({ signUp: makeSignUp() });
  watched = { isConfirmed: false, firstDevice: null };
  calls = [];
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
    calls.push({ method, body: typeof body === 'string' ? JSON.parse(body) : null });
    return method === 'POST' ? sending() : answer(200, watched);
  });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: (milliseconds) => vi.advanceTimersByTime(milliseconds) });
const open = (outcome: SignUpOutcome | null) =>
  act(async () => renderUi(<ConfirmationPage outcome={outcome} productUrl={null} />));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('shows the typed address if the outcome is no longer shown, and deletes all stored input', async () => {
  rememberVisit();
  const details = { ...emptyDetails, email };
  storeDetails(currentVisit().storageKey, preloaded().company.id, { details, planId: null });
  await open(null);
  expect(screen.getByRole('heading', { name: 'Check your mail' })).toBeTruthy();
  expect(screen.getByText(email)).toBeTruthy();
  expect(JSON.stringify({ ...localStorage })).not.toContain(email);
});

it('shows what was paid, the download and the key', async () => {
  await open(order);
  expect(screen.getByRole('heading', { name: 'Payment received: US$56.34' })).toBeTruthy();
  expect(screen.getByText(/^Visa ••••.4242$/)).toBeTruthy();
  expect(screen.getByText('Next charge: US$56.34 on Dec 28, 2026')).toBeTruthy();
  expect(screen.getByText('2Q4RM-9C0TE')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download Desktop' }).getAttribute('href')).toBe('https://download.example/');
  expect(screen.getByRole('link', { name: 'Open the receipt' }).getAttribute('href')).toBe('https://pay.example/r');
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
});

it('turns green when the address is confirmed and the first device is active, and then stops polling', async () => {
  await open(order);
  expect(screen.getByText('Waiting for your first workstation…')).toBeTruthy();
  watched = { isConfirmed: true, firstDevice: null };
  await pass(4_000);
  expect(screen.getByText('Email confirmed')).toBeTruthy();
  watched = { isConfirmed: true, firstDevice: 'FRONT-DESK-01' };
  await pass(4_000);
  expect(screen.getByText('FRONT-DESK-01 is active')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to Desktop' }).getAttribute('href')).toBe(
    '/Products/desktop/Subscription',
  );
  await pass(60_000);
  expect(calls).toHaveLength(2);
});

it('links to the products for a signed-in user', async () => {
  replacePreloaded({ signUp: makeSignUp(), user: { email } as never });
  await open({ ...order, isConfirmed: true });
  expect(screen.getByRole('link', { name: 'Go to my products' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('link', { name: 'Go to sign-in' })).toBeNull();
});

it('says that the trial is ready, without a key', async () => {
  await open(trial);
  expect(screen.getByRole('heading', { name: 'Your trial is ready: 14 days' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'After the trial' })).toBeTruthy();
  expect(screen.queryByText('Enter your license key')).toBeNull();
});

it('sends the mail again after the pause', async () => {
  await open({ ...trial, secondsLeft: 30 });
  expect(screen.getByText('Send again in 0:30')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  await pass(31_000);
  sending = () => answer(200, { email, sentAt: '2026-11-28T15:43:00Z', secondsLeft: 30 });
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText(/^We sent another message at/)).toBeTruthy();
  expect(screen.getByText(/^Send again in 0:/)).toBeTruthy();
  expect(calls.at(-1)).toEqual({ method: 'POST', body: { email } });
});

it('corrects the address in place', async () => {
  await open(trial);
  await user.click(screen.getByRole('button', { name: 'Wrong address?' }));
  const field = screen.getByLabelText('Correct address');
  await user.clear(field);
  await user.type(field, 'mia@harborlne');
  sending = () =>
    answer(422, {
      code: 'ValidationError',
      message: '',
      requestId: 'r',
      propertyErrors: { email: ['Not an address'] },
    });
  await user.click(screen.getByRole('button', { name: 'Send to this address' }));
  expect(await screen.findByText('Not an address')).toBeTruthy();
  sending = () => answer(200, { email: 'mia@gmail.com', sentAt, secondsLeft: 30 });
  await user.clear(field);
  await user.type(field, 'mia@gmail.com');
  await user.click(screen.getByRole('button', { name: 'Send to this address' }));
  expect(await screen.findByRole('heading', { name: 'One step left: confirm mia@gmail.com' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open Gmail' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open Outlook' })).toBeNull();
});

it('shows no order if none was made, and offers to sign up again', async () => {
  await open({ ...order, isCorrectable: false, receipt: null, plan: null });
  expect(screen.getByRole('heading', { name: 'Check your mail' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign up with another address' }).getAttribute('href')).toBe('/SignUp');
});
