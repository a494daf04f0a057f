import type { Preloaded } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { useEffect, useRef, useState } from 'react';
import { type SignOutStatus, signOutOf } from './sign-out-of.ts';

type SigningOut = NonNullable<Preloaded['signingOut']>;

/** Milliseconds for which the outcome is shown before the page leads on, and after which a silent product has failed (SES-22). */
const leaveDelay = 1_500;
const longestWait = 10_000;

/** Where signing out leads, once the portal's own session is over: as the sign-out was begun, to the product from which one came, or to sign-in. */
export function leadsTo({ redirectUrl, returnUrl }: Pick<SigningOut, 'redirectUrl' | 'returnUrl'>): string {
  return redirectUrl ?? returnUrl ?? paths.login;
}

/**
 * Signs out of every product at once, then of the portal where it has not been done.
 * @param isWanted false waits @param submit posts the portal's own form, which leads on
 */
export function useSignOutOfAll(signingOut: SigningOut | null, isWanted: boolean, submit: () => void) {
  const [statuses, setStatuses] = useState<Readonly<Record<string, SignOutStatus>>>({});
  const leave = useRef(submit);
  leave.current = submit;
  useEffect(() => {
    if (!signingOut || !isWanted) return;
    const stop = new AbortController();
    let isGone = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const silence = setTimeout(() => stop.abort(), longestWait);
    const ended = signingOut.products.map(async ({ id, url }) => {
      const status = await signOutOf(url, stop.signal);
      if (!isGone) setStatuses((all) => ({ ...all, [id]: status }));
    });
    void Promise.all(ended).then(() => {
      clearTimeout(silence);
      if (isGone) return;
      leaving = setTimeout(() => {
        if (signingOut.hasSession) leave.current();
        else location.replace(leadsTo(signingOut));
      }, leaveDelay);
    });
    return () => {
      isGone = true;
      clearTimeout(silence);
      clearTimeout(leaving);
      stop.abort();
    };
  }, [signingOut, isWanted]);
  return statuses;
}
