import type { Preloaded } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { useEffect, useRef, useState } from 'react';
import { type SignOutStatus, signOutOfProduct } from './sign-out-of.ts';

type SigningOut = NonNullable<Preloaded['signingOut']>;

/**
 * Milliseconds until the form is sent if there is no return URL, until a product counts as slow, and until the page
 * continues in any case (SES-22).
 */
const leaveDelay = 1_500;
const slowAfter = 5_000;
const longestWait = 10_000;

type Destination = Pick<SigningOut, 'redirectUrl' | 'returnUrl'>;

/**
 * The address to open once the portal's own session is over: the requested one, otherwise the product that the user
 * came from, otherwise the sign-in.
 */
export function leadsTo({ redirectUrl, returnUrl }: Destination): string {
  return redirectUrl ?? returnUrl ?? paths.login;
}

const isKnown = ({ redirectUrl, returnUrl }: Destination): boolean => redirectUrl !== null || returnUrl !== null;

/**
 * Signs out of every product in parallel, then of the portal if required, and continues.
 * @param isWanted whether to start
 * @param submit posts the portal's own form, which redirects
 * @returns each product's result, and whether unanswered products count as slow
 */
export function useSignOutOfAll(signingOut: SigningOut | null, isWanted: boolean, submit: () => void) {
  const [statuses, setStatuses] = useState<Readonly<Record<string, SignOutStatus>>>({});
  const [isSlow, setIsSlow] = useState(false);
  const post = useRef(submit);
  post.current = submit;
  useEffect(() => {
    if (!signingOut || !isWanted) return;
    const stop = new AbortController();
    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      // The form must be posted, because only the form ends the portal's own session.
      if (signingOut.hasSession) post.current();
      else location.replace(leadsTo(signingOut));
    };
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const slow = setTimeout(() => setIsSlow(true), slowAfter);
    const hard = setTimeout(() => {
      stop.abort();
      leave();
    }, longestWait);
    const ended = signingOut.products.map(async ({ id, url }) => {
      const status = await signOutOfProduct(url, stop.signal);
      setStatuses((all) => ({ ...all, [id]: status }));
    });
    void Promise.all(ended).then(() => {
      if (isKnown(signingOut)) leave();
      else if (!isOver) leaving = setTimeout(leave, leaveDelay);
    });
    return () => {
      isOver = true;
      for (const timer of [slow, hard, leaving]) clearTimeout(timer);
      stop.abort();
    };
  }, [signingOut, isWanted]);
  return { statuses, isSlow };
}
