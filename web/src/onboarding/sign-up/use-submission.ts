import { useCallback, useEffect, useRef, useState } from 'react';
import { useBlockTimer } from '../../lib/block-timer.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { describeProblem } from '../../lib/problem.ts';

import { findBlock } from './api/sign-up-calls.ts';
import type { Place } from './model/addresses.ts';
import { type SubmittedPurchase, submissionFields } from './model/submission.ts';
import type { Facts, WizardState } from './model/wizard.ts';
import { usePlace } from './place.ts';
import { solveOrReport } from './solve-captcha.ts';
import { currentVisit } from './visit.ts';

/** Milliseconds between the captcha and the post (SIGN-45). */
const pauseBeforePost = 50;

type SentFields = readonly (readonly [string, string])[];
type Sending =
  | { phase: 'idle' }
  /** The captcha is being solved, or the form is being sent. */
  | { phase: 'sending'; fields: SentFields | null };

/** The submission that is posted once the block is over. */
interface Waiting {
  purchase: SubmittedPurchase | null;
  /** Whether the form waits for other registrations. */
  isBusy: boolean;
}

/** The address to post the final form to. The query has the wizard's own parameters and the posting step. */
function submissionAddress({ companyName, step }: Pick<Place, 'companyName' | 'step'>): string {
  const { storageKey, id } = currentVisit();
  const product = new URLSearchParams(location.search).get('product');
  const query = new URLSearchParams({
    ...(companyName !== null && { companyName }),
    ...(product && { product }),
    storageKey,
    visit: id,
    from: step === 'skip' ? step : 'purchase',
  });
  return `/SignUp?${query}`;
}

/**
 * A submission that waits until registering is allowed again. Leaving the step cancels it.
 * @param send posts the requested form
 */
function useRetry(place: Place, send: (purchase: SubmittedPurchase | null) => Promise<void>) {
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const latest = useRef(send);
  latest.current = send;

  const here = useRef(place);
  useEffect(() => {
    if (here.current === place) return;
    here.current = place;
    setWaiting(null);
  }, [place]);

  useEffect(() => {
    if (isBlocked || !waiting) return;
    setWaiting(null);
    void latest.current(waiting.purchase);
  }, [isBlocked, waiting]);

  const isBusy = waiting?.isBusy ?? false;
  return { secondsLeft, isBlocked, isWaiting: waiting !== null, isBusy, blockUntil, wait: setWaiting };
}

/** Posts the form after a pause once it has its fields. */
function usePostedForm(fields: SentFields | null) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!fields) return;
    const timer = setTimeout(() => form.current?.submit(), pauseBeforePost);
    return () => clearTimeout(timer);
  }, [fields]);
  return form;
}

/**
 * Posts the whole sign-up as a native form: first the captcha, then a short pause, then the form. While registering
 * is blocked, the form waits until the block ends (SIGN-47).
 */
export function useSubmission({ details, secrets }: WizardState, { companyId }: Facts) {
  const place = usePlace();
  const [sending, setSending] = useState<Sending>({ phase: 'idle' });
  const [error, setError] = useState<string | null>(null);
  const signUp = preloaded().signUp;

  const send = async (purchase: SubmittedPurchase | null) => {
    setError(null);
    setSending({ phase: 'sending', fields: null });
    try {
      const captchaToken = (signUp && (await solveOrReport(signUp.captcha))) ?? '';
      // Checked immediately before the post, because a refused form loses its password and card (SIGN-31).
      const block = await findBlock(details.email.trim());
      if (block) {
        retry.blockUntil(block.until);
        retry.wait({ purchase, isBusy: block.isBusy });
        setSending({ phase: 'idle' });
        return;
      }
      const fields = submissionFields({ companyId, details, secrets, purchase, captchaToken });
      setSending({ phase: 'sending', fields });
    } catch (cause) {
      setSending({ phase: 'idle' });
      setError(describeProblem(cause));
    }
  };
  const retry = useRetry(place, send);
  const { secondsLeft, isBlocked, isWaiting, isBusy, blockUntil, wait } = retry;

  useEffect(() => {
    const until = preloaded().signUp?.blockedTo;
    if (until) blockUntil(new Date(until));
    // A page restored from the browser's memory posts nothing.
    const comeBack = (event: PageTransitionEvent) => event.persisted && setSending({ phase: 'idle' });
    addEventListener('pageshow', comeBack);
    return () => removeEventListener('pageshow', comeBack);
  }, [blockUntil]);

  const latest = useRef(send);
  latest.current = send;
  const submit = useCallback(
    async (purchase: SubmittedPurchase | null) => {
      if (isBlocked) wait({ purchase, isBusy: false });
      else await latest.current(purchase);
    },
    [isBlocked, wait],
  );

  const fields = sending.phase === 'sending' ? sending.fields : null;
  const form = usePostedForm(fields);

  return {
    submit,
    error,
    isSending: sending.phase === 'sending',
    isBlocked,
    /** Whether the form will be posted when the block ends. */
    isWaiting,
    /** Whether it waits for other registrations; false if a limit is reached. */
    isBusy,
    secondsLeft,
    formProps: { ref: form, fields, action: fields ? submissionAddress(place) : '/SignUp' },
  };
}

export type Submission = ReturnType<typeof useSubmission>;
