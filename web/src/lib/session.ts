import { useEffect, useState } from 'react';
import { antiForgeryToken } from './anti-forgery.ts';
import { preloaded } from './preloaded.ts';
import { readCookie } from './storage.ts';

const reloadedKey = 'portico_reloaded_at';
/** Milliseconds between two looks at marker and token (WEB-2, CSRF-5). */
const watchInterval = 1000;
/** A second 401 within this many milliseconds of a reload is not followed by another one. */
const reloadGuard = 10_000;

/** The newest token for a form that is posted natively; read again each second. */
export function useAntiForgeryToken(): string {
  const [token, setToken] = useState(antiForgeryToken);
  useEffect(() => {
    const timer = setInterval(() => setToken(antiForgeryToken()), watchInterval);
    return () => clearInterval(timer);
  }, []);
  return token;
}

/** This page's address on its own origin, to come back to. */
export function currentReturnUrl(): string {
  return `${location.pathname}${location.search}`;
}

/** Where signing in leads: a path on this origin, else the home page. Other origins are the server's to judge. */
export function safeReturnUrl(candidate: string | null): string {
  if (!candidate?.startsWith('/') || /^\/[/\\]/.test(candidate) || /[\t\r\n]/.test(candidate)) return '/';
  return candidate;
}

export function signInAddress(): string {
  const returnUrl = currentReturnUrl();
  return returnUrl === '/' ? '/login' : `/login?ReturnUrl=${encodeURIComponent(returnUrl)}`;
}

/** 401: the page reloads, and the server leads on to the sign-in page (WEB-1). Once: a second 401 right after leads there at once. */
export function reloadForSignIn(): void {
  // The reload leads an operator who acted as a user back: neither another call's 401 nor the watch may lead elsewhere meanwhile.
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

/** Lets the router take over the way to /forbidden, so that the page is not loaded again. */
export function onForbidden(navigate: () => void): void {
  goToForbidden = navigate;
}

export function leaveForbidden(): void {
  goToForbidden();
}

/**
 * Looks at the readable marker cookie each second (SES-7). While a user is known, a marker that changed or went away ends the session here too. A marker that was
 * never there is only logged (WEB-2). Returns what stops the watch.
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

/** The sign-in page leads on to this one, where it is the user's. That of a user whom an operator acted as is no longer the operator's. */
function leaveSession(): void {
  location.assign(preloaded().actingAs ? '/' : signInAddress());
}

let isSigningIn = false;

/** Whether this page itself begins a session, or leaves for one: it leads on by itself then. */
export function signsIn(now: boolean): void {
  isSigningIn = now;
}

/**
 * On the sign-in page: a marker that appears or changes was set by signing in in another tab, which leads on here too. A page that is being left by a form or
 * link leads nowhere: the answer that it waits for may have set the marker itself.
 */
export function watchForSignIn(leadOn: () => void): () => void {
  const { sessionMarkerCookie } = preloaded();
  if (!sessionMarkerCookie) return () => {};
  const marker = readCookie(sessionMarkerCookie);
  let isLeaving = false;
  const events = new AbortController();
  addEventListener('beforeunload', () => (isLeaving = true), { signal: events.signal });
  // A page that comes back by the browser's Back goes on watching.
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
