import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { NoPasskeyError, offersPasskeysInFields, requestPasskey, signInWithPasskey } from '../api/passkey.ts';
import { nextAddress } from '../api/sign-in.ts';

/** Milliseconds after which the field's menu gets a new request, shortly before the server's options expire. */
const requestLife = 4 * 60_000;

interface Options {
  rememberMe: () => boolean;
  /** Whether the address field's menu offers passkeys too, from the start. */
  inField: boolean;
}

async function enter(response: Awaited<ReturnType<typeof requestPasskey>>, rememberMe: Options['rememberMe']) {
  signsIn(true);
  try {
    location.assign(nextAddress(await signInWithPasskey(response, rememberMe())));
  } catch (problem) {
    signsIn(false);
    throw problem;
  }
}

/** Signs in with a passkey, by the button's `start` or by the address field's menu (WEB-19). */
export function usePasskeySignIn({ rememberMe, inField }: Options) {
  const { t } = useLingui();
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  const asks = useRef(false);

  const describe = (problem: unknown) => {
    if (!(problem instanceof NoPasskeyError)) return describeProblem(problem);
    return problem.isSupported
      ? t`No passkey was used. You can try again.`
      : t`This browser does not support passkeys.`;
  };
  const start = async () => {
    asks.current = true;
    setError(null);
    setIsPending(true);
    try {
      await enter(await requestPasskey(false), rememberMe);
    } catch (problem) {
      setError(describe(problem));
      setIsPending(false);
      asks.current = false;
    }
  };

  const offer = useRef<() => Promise<void>>(null);
  offer.current = async () => {
    if (asks.current || document.hidden) return;
    // A replaced or failed request needs no message, because the form remains.
    const response = await requestPasskey(true, () => !asks.current).catch(() => null);
    if (!response) return;
    await enter(response, rememberMe).catch((problem: unknown) => setError(describe(problem)));
  };
  useEffect(() => {
    if (!inField) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isOver = false;
    const arm = async () => {
      if (!(await offersPasskeysInFields()) || isOver) return;
      void offer.current?.();
      timer = setInterval(() => void offer.current?.(), requestLife);
    };
    // A page that the browser's Back restored would still be pending.
    const wakeUp = () => {
      asks.current = false;
      setIsPending(false);
    };
    void arm();
    addEventListener('pageshow', wakeUp);
    return () => {
      isOver = true;
      clearInterval(timer);
      removeEventListener('pageshow', wakeUp);
    };
  }, [inField]);

  return { error, isPending, start };
}
