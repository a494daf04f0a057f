import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { renderUi } from '../../../test/render.tsx';
import { addressBelow } from './sign-out-of.ts';
import { SignOutPage } from './sign-out-page.tsx';
import { leadsTo } from './use-sign-out.ts';

const cloud = { id: 'cloud', name: 'Veriscan Cloud', url: 'https://cloud.vendor.example/app/' };
const submit = vi.fn();
const replace = vi.fn();
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return new Response();
  });
  HTMLFormElement.prototype.submit = submit;
  vi.spyOn(location, 'replace').mockImplementation(replace);
});

afterEach(() => {
  cleanup();
  submit.mockClear();
  replace.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = async (change: Partial<NonNullable<Parameters<typeof replacePreloaded>[0]['signingOut']>> = {}) => {
  const state = { products: [cloud], redirectUrl: null, returnUrl: null, hasSession: true, asks: false, ...change };
  replacePreloaded({ signingOut: state });
  renderUi(<SignOutPage />);
  await act(() => vi.advanceTimersByTimeAsync(0));
};
const frame = () => document.querySelector('iframe') as HTMLIFrameElement;
const tell = (data: unknown, origin = 'https://cloud.vendor.example', source: unknown = frame().contentWindow) =>
  act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }));
    await vi.advanceTimersByTimeAsync(0);
  });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('asks the product, hears its frame, and ends the portal’s session after 1.5 seconds', async () => {
  await show();
  expect(asked).toEqual(['POST https://cloud.vendor.example/app/_signout']);
  expect(frame().src).toBe('https://cloud.vendor.example/app/logout');
  expect(screen.getByText('Being signed out')).toBeTruthy();
  await tell('ok');
  expect(screen.getByText('Signed out')).toBeTruthy();
  await pass(1_499);
  expect(submit).not.toHaveBeenCalled();
  await pass(1);
  expect(submit).toHaveBeenCalledOnce();
});

test('hears nobody but the product’s own frame', async () => {
  await show();
  await tell('ok', 'https://evil.example');
  await tell('ok', 'https://cloud.vendor.example', window);
  await tell({ status: 'ok' });
  expect(screen.getByText('Being signed out')).toBeTruthy();
});

test('a product that tells of a failure, or cannot be reached, has failed', async () => {
  await show();
  await tell('failed');
  expect(screen.getByText('Not signed out')).toBeTruthy();
  cleanup();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no way there')));
  await show();
  expect(screen.getByText('Not signed out')).toBeTruthy();
  await pass(1_500);
  expect(submit).toHaveBeenCalled();
});

test('waits for each of several products, and leads on at once when the last has answered', async () => {
  const desk = { id: 'desk', name: 'Veriscan Desk', url: 'https://desk.vendor.example/' };
  await show({ products: [cloud, desk], redirectUrl: '/login' });
  const windowOf = (id: string) =>
    [...document.querySelectorAll('iframe')].find(({ src }) => src.startsWith(id))?.contentWindow;
  await tell('ok', 'https://cloud.vendor.example', windowOf('https://cloud.vendor.example'));
  await pass(5_000);
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByText('No answer yet')).toBeTruthy();
  await tell('failed', 'https://desk.vendor.example', windowOf('https://desk.vendor.example'));
  expect(submit).toHaveBeenCalledOnce();
  expect([screen.getByText('Signed out'), screen.getByText('Not signed out')]).toHaveLength(2);
});

test('leads on after ten seconds, whatever is silent, and says before which product that is', async () => {
  await show();
  await pass(4_999);
  expect(screen.getByText('Being signed out')).toBeTruthy();
  await pass(1);
  expect(screen.getByText('No answer yet')).toBeTruthy();
  await pass(4_999);
  expect(submit).not.toHaveBeenCalled();
  await pass(1);
  expect(submit).toHaveBeenCalledOnce();
  expect(screen.getByText('Not signed out')).toBeTruthy();
  expect(document.querySelector('iframe')).toBeNull();
  await pass(5_000);
  expect(submit).toHaveBeenCalledOnce();
});

test('leads on after ten seconds, also where the last product answers just before', async () => {
  await show();
  await pass(9_500);
  await tell('ok');
  await pass(499);
  expect(submit).not.toHaveBeenCalled();
  await pass(1);
  expect(submit).toHaveBeenCalledOnce();
});

test.each([
  ['as the sign-out was begun', { redirectUrl: '/login', returnUrl: 'https://a.example/' }, '/login'],
  ['back to the product', { returnUrl: 'https://cloud.vendor.example/bye' }, 'https://cloud.vendor.example/bye'],
])('where the session is over, it leads on at once %s', async (_, change, expected) => {
  await show({ hasSession: false, ...change });
  expect(document.forms).toHaveLength(0);
  expect(replace).not.toHaveBeenCalled();
  await tell('ok');
  expect(replace.mock.calls).toEqual([[expected]]);
  await pass(12_000);
  expect(replace).toHaveBeenCalledOnce();
});

test('where the session is over and nothing says where to go, it leads to sign-in after 1.5 seconds', async () => {
  await show({ hasSession: false });
  await tell('failed');
  await pass(1_499);
  expect(replace).not.toHaveBeenCalled();
  await pass(1);
  expect(replace.mock.calls).toEqual([['/login']]);
});

test('where the session is over and a product is silent, it leads on after ten seconds', async () => {
  await show({ hasSession: false, returnUrl: 'https://cloud.vendor.example/bye' });
  await pass(9_999);
  expect(replace).not.toHaveBeenCalled();
  await pass(1);
  expect(replace.mock.calls).toEqual([['https://cloud.vendor.example/bye']]);
});

test('a session that lives is ended by the form, at once where it is known where to go', async () => {
  await show({ returnUrl: 'https://cloud.vendor.example/bye' });
  await tell('ok');
  expect(submit).toHaveBeenCalledOnce();
  expect(replace).not.toHaveBeenCalled();
});

test('the form says that the products are done, and where to go', async () => {
  await show({ returnUrl: 'https://cloud.vendor.example/bye' });
  expect(Object.fromEntries(new FormData(document.forms[0]))).toMatchObject({
    productsDone: 'true',
    ReturnUrl: 'https://cloud.vendor.example/bye',
  });
});

test('where the session is over, there is no form', async () => {
  await show({ products: [], hasSession: false, redirectUrl: '/login' });
  expect(document.forms).toHaveLength(0);
});

test('whom another site led here is asked first', async () => {
  await show({ asks: true });
  await pass(12_000);
  expect([asked, submit.mock.calls]).toEqual([[], []]);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await pass(0);
  expect(asked).toHaveLength(1);
});

test.each([
  ['where the portal said', { redirectUrl: '/login', returnUrl: 'https://a.example/' }, '/login'],
  ['back to the product', { redirectUrl: null, returnUrl: 'https://a.example/' }, 'https://a.example/'],
  ['to sign-in', { redirectUrl: null, returnUrl: null }, '/login'],
])('leads %s', (_, signingOut, expected) => {
  expect(leadsTo(signingOut)).toBe(expected);
});

test.each([
  ['https://scan.example', 'https://scan.example/logout'],
  ['https://scan.example/app/?a=1#b', 'https://scan.example/app/logout'],
])('a product at %s is signed out of at %s', (url, expected) => {
  expect(addressBelow(url, 'logout')).toBe(expected);
});
