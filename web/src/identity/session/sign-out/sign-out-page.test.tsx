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
const postResult = (data: unknown, origin = 'https://cloud.vendor.example', source: unknown = frame().contentWindow) =>
  act(async () => {
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: source as Window }));
    await vi.advanceTimersByTimeAsync(0);
  });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("requests a product's sign-out, reads the message of its frame, and ends the portal's session after 1.5 seconds", async () => {
  await show();
  expect(asked).toEqual(['POST https://cloud.vendor.example/app/_signout']);
  expect(frame().src).toBe('https://cloud.vendor.example/app/logout');
  expect(screen.getByText('Being signed out')).toBeTruthy();
  await postResult('ok');
  expect(screen.getByText('Signed out')).toBeTruthy();
  await pass(1_499);
  expect(submit).not.toHaveBeenCalled();
  await pass(1);
  expect(submit).toHaveBeenCalledOnce();
});

test("ignores messages from other frames than the product's", async () => {
  await show();
  await postResult('ok', 'https://evil.example');
  await postResult('ok', 'https://cloud.vendor.example', window);
  await postResult({ status: 'ok' });
  expect(screen.getByText('Being signed out')).toBeTruthy();
});

test('counts a product as failed if it reports a failure or is unreachable', async () => {
  await show();
  await postResult('failed');
  expect(screen.getByText('Not signed out')).toBeTruthy();
  cleanup();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no way there')));
  await show();
  expect(screen.getByText('Not signed out')).toBeTruthy();
  await pass(1_500);
  expect(submit).toHaveBeenCalled();
});

test('waits for each of several products, and continues as soon as the last has answered', async () => {
  const desk = { id: 'desk', name: 'Veriscan Desk', url: 'https://desk.vendor.example/' };
  await show({ products: [cloud, desk], redirectUrl: '/login' });
  const windowOf = (id: string) =>
    [...document.querySelectorAll('iframe')].find(({ src }) => src.startsWith(id))?.contentWindow;
  await postResult('ok', 'https://cloud.vendor.example', windowOf('https://cloud.vendor.example'));
  await pass(5_000);
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByText('No answer yet')).toBeTruthy();
  await postResult('failed', 'https://desk.vendor.example', windowOf('https://desk.vendor.example'));
  expect(submit).toHaveBeenCalledOnce();
  expect([screen.getByText('Signed out'), screen.getByText('Not signed out')]).toHaveLength(2);
});

test('shows after five seconds which product is slow, and continues after ten seconds in any case', async () => {
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

test('continues after ten seconds even if the last product has just answered', async () => {
  await show();
  await pass(9_500);
  await postResult('ok');
  await pass(499);
  expect(submit).not.toHaveBeenCalled();
  await pass(1);
  expect(submit).toHaveBeenCalledOnce();
});

test.each([
  ['as the sign-out was begun', { redirectUrl: '/login', returnUrl: 'https://a.example/' }, '/login'],
  ['back to the product', { returnUrl: 'https://cloud.vendor.example/bye' }, 'https://cloud.vendor.example/bye'],
])('continues immediately %s if the session is over', async (_, change, expected) => {
  await show({ hasSession: false, ...change });
  expect(document.forms).toHaveLength(0);
  expect(replace).not.toHaveBeenCalled();
  await postResult('ok');
  expect(replace.mock.calls).toEqual([[expected]]);
  await pass(12_000);
  expect(replace).toHaveBeenCalledOnce();
});

test('continues to the sign-in after 1.5 seconds if the session is over and there is no return URL', async () => {
  await show({ hasSession: false });
  await postResult('failed');
  await pass(1_499);
  expect(replace).not.toHaveBeenCalled();
  await pass(1);
  expect(replace.mock.calls).toEqual([['/login']]);
});

test('continues after ten seconds if the session is over and a product does not answer', async () => {
  await show({ hasSession: false, returnUrl: 'https://cloud.vendor.example/bye' });
  await pass(9_999);
  expect(replace).not.toHaveBeenCalled();
  await pass(1);
  expect(replace.mock.calls).toEqual([['https://cloud.vendor.example/bye']]);
});

test('ends an existing session by posting the form, immediately if there is a return URL', async () => {
  await show({ returnUrl: 'https://cloud.vendor.example/bye' });
  await postResult('ok');
  expect(submit).toHaveBeenCalledOnce();
  expect(replace).not.toHaveBeenCalled();
});

test('the form contains the return URL, and that the products are signed out', async () => {
  await show({ returnUrl: 'https://cloud.vendor.example/bye' });
  expect(Object.fromEntries(new FormData(document.forms[0]))).toMatchObject({
    productsDone: 'true',
    ReturnUrl: 'https://cloud.vendor.example/bye',
  });
});

test('renders no form if the session is over', async () => {
  await show({ products: [], hasSession: false, redirectUrl: '/login' });
  expect(document.forms).toHaveLength(0);
});

test('asks first if another site opened the page', async () => {
  await show({ asks: true });
  await pass(12_000);
  expect([asked, submit.mock.calls]).toEqual([[], []]);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await pass(0);
  expect(asked).toHaveLength(1);
});

test.each([
  ['to the address from the portal', { redirectUrl: '/login', returnUrl: 'https://a.example/' }, '/login'],
  ['back to the product', { redirectUrl: null, returnUrl: 'https://a.example/' }, 'https://a.example/'],
  ['to sign-in', { redirectUrl: null, returnUrl: null }, '/login'],
])('the sign-out leads %s', (_, signingOut, expected) => {
  expect(leadsTo(signingOut)).toBe(expected);
});

test.each([
  ['https://scan.example', 'https://scan.example/logout'],
  ['https://scan.example/app/?a=1#b', 'https://scan.example/app/logout'],
])('the sign-out address of the product at %s is %s', (url, expected) => {
  expect(addressBelow(url, 'logout')).toBe(expected);
});
