import { useEffect, useState } from 'react';
import { antiForgeryToken } from './anti-forgery.ts';
import { preloaded } from './preloaded.ts';
import { readCookie } from './storage.ts';

const reloadedKey = 'portico_reloaded_at';
/** Milliseconds between two checks of marker and token (WEB-2, CSRF-5). */
const watchInterval = 1000;
/** A second 401 within this many milliseconds of a reload does not reload again. */
const reloadGuard = 10_000;

/** The newest token for a natively posted form, read again each second. */
export function useAntiForgeryToken(): string {
  const [token, setToken] = useState(antiForgeryToken);
  useEffect(() => {
    const timer = setInterval(() => setToken(antiForgeryToken()), watchInterval);
    return () => clearInterval(timer);
  }, []);
  return token;
}

/** This page's path and query, as a return URL. */
export function currentReturnUrl(): string {
  return `${location.pathname}${location.search}`;
}

/**
 * The return URL for signing in: a path on this origin, otherwise the home page. The server validates other origins.
 */
export function safeReturnUrl(candidate: string | null): string {
  if (!candidate?.startsWith('/') || /^\/[/\\]/.test(candidate) || /[\t\r\n]/.test(candidate)) return '/';
  return candidate;
}

export function signInAddress(): string {
  const returnUrl = currentReturnUrl();
  return returnUrl === '/' ? '/login' : `/login?ReturnUrl=${encodeURIComponent(returnUrl)}`;
}

/**
 * Reloads the page after a 401, so that the server redirects to the sign-in page (WEB-1). A second 401 right
 * afterwards opens the sign-in page directly.
 */
export function reloadForSignIn(): void {
  // The reload returns an acting operator to their own account. Until then, neither another call's 401 nor the watch
  // may redirect.
  if (preloaded().actingAs && isSigningIn) return;
  signsIn(true);
  let reloadedAt = 0;
  try {
    reloadedAt = Number(sessionStorage.getItem(reloadedKey));
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    reloadedAt = Date.now();
  }
  if (Date.now() - reloadedAt < reloadGuard) location.assign(signInAddress());
  else location.reload();
}

let goToForbidden: () => void = () => location.assign('/forbidden');

/** Lets the router open /forbidden without a reload. */
export function onForbidden(navigate: () => void): void {
  goToForbidden = navigate;
}

export function leaveForbidden(): void {
  goToForbidden();
}

/**
 * Checks the readable marker cookie each second (SES-7). If a user is signed in and the marker changes or disappears,
 * the session ends here too. A marker that never existed is only logged (WEB-2). Returns a function that stops the
 * watch.
 */
export function watchSession(leave: () => void = leaveSession): () => void {
  const { sessionMarkerCookie, user } = preloaded();
  if (!user || !sessionMarkerCookie) return () => {};
  const marker = readCookie(sessionMarkerCookie);
  if (marker === null) {
    console.warn('The session cookie is missing.');
    return () => {};
  }
  const timer = setInterval(() => {
    if (isSigningIn || readCookie(sessionMarkerCookie) === marker) return;
    clearInterval(timer);
    leave();
  }, watchInterval);
  return () => clearInterval(timer);
}

/**
 * The sign-in page returns to this page if it belongs to the same user. After an operator stopped acting as a user,
 * that user's page no longer belongs to the operator.
 */
function leaveSession(): void {
  location.assign(preloaded().actingAs ? '/' : signInAddress());
}

let isSigningIn = false;

/** Marks whether this page itself signs a user in, so that `watchForSignIn` ignores the new marker. */
export function signsIn(now: boolean): void {
  isSigningIn = now;
}

/**
 * On the sign-in page, continues when another tab signs in, which changes the marker. A page that is being left does
 * nothing, because the pending response may have set the marker itself.
 */
export function watchForSignIn(leadOn: () => void): () => void {
  const { sessionMarkerCookie } = preloaded();
  if (!sessionMarkerCookie) return () => {};
  const marker = readCookie(sessionMarkerCookie);
  let isLeaving = false;
  const events = new AbortController();
  addEventListener('beforeunload', () => (isLeaving = true), { signal: events.signal });
  // A page restored by the browser's Back continues to watch.
  addEventListener('pageshow', () => (isLeaving = false), { signal: events.signal });
  const stop = () => {
    clearInterval(timer);
    events.abort();
  };
  const timer = setInterval(() => {
    const current = readCookie(sessionMarkerCookie);
    if (isSigningIn || isLeaving || current === null || current === marker) return;
    stop();
    leadOn();
  }, watchInterval);
  return stop;
}
