import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeAntiForgeryToken } from './anti-forgery.ts';
import { replacePreloaded } from './preloaded.ts';
import {
  reloadForSignIn,
  safeReturnUrl,
  signsIn,
  useAntiForgeryToken,
  watchForSignIn,
  watchSession,
} from './session.ts';

const user = {
  id: 1,
  login: 'a',
  email: 'a@acme.example',
  name: 'A',
  firstName: 'A',
  lastName: 'B',
  accountId: 1,
  accountName: 'Acme',
  roles: ['User' as const],
  isAdmin: false,
  isOwner: false,
  isSuperAdmin: false,
  readOnly: false,
};
const setMarker = (value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the very thing that is read
  document.cookie = `marker=${value}; Path=/`;
};
const dropMarker = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the very thing that is read
  document.cookie = 'marker=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT';
};

beforeEach(() => {
  vi.useFakeTimers();
  // Other files of the worker may have left a page that signs in.
  signsIn(false);
});
afterEach(dropMarker);

describe('a page on which an operator acts as a user', () => {
  const reload = vi.fn();
  const assign = vi.fn();
  beforeEach(() => {
    for (const mock of [reload, assign]) mock.mockReset();
    vi.stubGlobal('location', { ...location, pathname: '/Billing', search: '', reload, assign });
    sessionStorage.clear();
    setMarker('one');
    const actingAs = { operatorName: 'Olivia', text: '', until: '2026-11-20T10:00:00Z', secondsLeft: 60 };
    replacePreloaded({ user, sessionMarkerCookie: 'marker', actingAs });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('opens the home page if another tab stopped acting, because the current page belonged to the user', () => {
    watchSession();
    setMarker('two');
    vi.advanceTimersByTime(1000);
    expect(assign.mock.calls).toEqual([['/']]);
  });

  it('reloads only once and leaves the redirect to the server, even if further calls are refused', () => {
    watchSession();
    reloadForSignIn();
    reloadForSignIn();
    setMarker('two');
    vi.advanceTimersByTime(3000);
    expect([reload.mock.calls.length, assign.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('watchSession', () => {
  it('stays while the marker is unchanged', () => {
    replacePreloaded({ user, sessionMarkerCookie: 'marker' });
    setMarker('one');
    const leave = vi.fn();
    const stop = watchSession(leave);
    vi.advanceTimersByTime(5000);
    expect(leave).not.toHaveBeenCalled();
    stop();
  });

  it.each([
    ['changes', () => setMarker('two')],
    ['disappears', dropMarker],
  ])('leaves within a second if the marker %s', (_, happen) => {
    replacePreloaded({ user, sessionMarkerCookie: 'marker' });
    setMarker('one');
    const leave = vi.fn();
    watchSession(leave);
    happen();
    vi.advanceTimersByTime(3000);
    expect(leave).toHaveBeenCalledOnce();
  });

  it('only logs a marker that never existed', () => {
    replacePreloaded({ user, sessionMarkerCookie: 'marker' });
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const leave = vi.fn();
    watchSession(leave);
    vi.advanceTimersByTime(3000);
    expect(log).toHaveBeenCalledOnce();
    expect(leave).not.toHaveBeenCalled();
  });

  it('does nothing without a user', () => {
    replacePreloaded({ sessionMarkerCookie: 'marker' });
    setMarker('one');
    const leave = vi.fn();
    watchSession(leave);
    setMarker('two');
    vi.advanceTimersByTime(3000);
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('watchForSignIn', () => {
  it('continues when another tab signs in', () => {
    replacePreloaded({ sessionMarkerCookie: 'marker' });
    const leadOn = vi.fn();
    watchForSignIn(leadOn);
    vi.advanceTimersByTime(2000);
    expect(leadOn).not.toHaveBeenCalled();
    setMarker('one');
    vi.advanceTimersByTime(1000);
    expect(leadOn).toHaveBeenCalledOnce();
  });

  it('does nothing while this page signs in itself', () => {
    replacePreloaded({ sessionMarkerCookie: 'marker' });
    const leadOn = vi.fn();
    watchForSignIn(leadOn);
    signsIn(true);
    setMarker('own');
    vi.advanceTimersByTime(3000);
    expect(leadOn).not.toHaveBeenCalled();
    signsIn(false);
    vi.advanceTimersByTime(1000);
    expect(leadOn).toHaveBeenCalledOnce();
  });

  it("lets a submitted form or link continue by itself, and resumes after the browser's Back", () => {
    replacePreloaded({ sessionMarkerCookie: 'marker' });
    const leadOn = vi.fn();
    const stop = watchForSignIn(leadOn);
    dispatchEvent(new Event('beforeunload'));
    setMarker('by the answer');
    vi.advanceTimersByTime(3000);
    expect(leadOn).not.toHaveBeenCalled();
    dispatchEvent(new Event('pageshow'));
    vi.advanceTimersByTime(1000);
    expect(leadOn).toHaveBeenCalledOnce();
    stop();
  });

  it('ignores an old marker', () => {
    replacePreloaded({ sessionMarkerCookie: 'marker' });
    setMarker('old');
    const leadOn = vi.fn();
    watchForSignIn(leadOn);
    vi.advanceTimersByTime(3000);
    expect(leadOn).not.toHaveBeenCalled();
  });
});

it('gives a natively posted form the newest token of any tab within a second', () => {
  replacePreloaded({ antiForgeryToken: 'own' });
  const { result, unmount } = renderHook(useAntiForgeryToken);
  expect(result.current).toBe('own');
  storeAntiForgeryToken('of another tab');
  act(() => vi.advanceTimersByTime(1000));
  expect(result.current).toBe('of another tab');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['/Billing?page=2', '/Billing?page=2'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [null, '/'],
])('resolves the return URL %j to %j', (candidate, expected) => {
  expect(safeReturnUrl(candidate)).toBe(expected);
});
