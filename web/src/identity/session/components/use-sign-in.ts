import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';
import { modelState } from '../../../lib/preloaded.ts';
import { ApiError, describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { signIn } from '../api/sign-in.ts';

export interface SignInErrors {
  /** Shown above the form. */
  form?: string;
  userName?: string;
  password?: string;
}

type FieldName = 'userName' | 'password';

const joinMessages = (errors: Record<string, string[]>, field: string) =>
  Object.entries(errors).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1];

/** The errors of a natively posted form; null during prerendering and hydration. */
function readModelStateErrors(): SignInErrors {
  const { modelState: errors } = modelState();
  const known = new Set(['username', 'password']);
  const others = Object.entries(errors).flatMap(([name, messages]) => (known.has(name.toLowerCase()) ? [] : messages));
  return {
    form: others.join('\n') || undefined,
    userName: joinMessages(errors, 'userName')?.[0],
    password: joinMessages(errors, 'password')?.join('\n'),
  };
}

/** The sign-in form's state: errors, countdown, progress. */
export function useSignIn() {
  const { t } = useLingui();
  const { secondsLeft, isBlocked, blockUntil } = useBlockTimer();
  const [isPending, setIsPending] = useState(false);
  /** Null until hydration; until then the server's own messages are shown. */
  const [errors, setErrors] = useState<SignInErrors | null>(null);

  useEffect(() => {
    setErrors(readModelStateErrors());
    // A page that the browser's Back restored would still be pending.
    const wakeUp = () => {
      signsIn(false);
      setIsPending(false);
    };
    addEventListener('pageshow', wakeUp);
    return () => removeEventListener('pageshow', wakeUp);
  }, []);

  const validate = (data: FormData): SignInErrors => ({
    userName: String(data.get('userName') ?? '').trim() ? undefined : t`Enter your login or email address`,
    password: data.get('password') ? undefined : t`Enter your password`,
  });

  const focusFirst = (form: HTMLFormElement, found: SignInErrors) => {
    const field: FieldName | null = found.userName ? 'userName' : found.password ? 'password' : null;
    const control = field ? form.elements.namedItem(field) : null;
    if (control instanceof HTMLInputElement) control.focus();
  };

  const submit = async (form: HTMLFormElement) => {
    if (isPending || isBlocked) return;
    const missing = validate(new FormData(form));
    setErrors(missing);
    if (missing.userName || missing.password) {
      focusFirst(form, missing);
      return;
    }
    setIsPending(true);
    signsIn(true);
    try {
      location.assign(await signIn(form));
    } catch (error) {
      signsIn(false);
      setIsPending(false);
      const found = toSignInErrors(error);
      setErrors(found);
      focusFirst(form, found);
    }
  };

  const toSignInErrors = (error: unknown): SignInErrors => {
    if (!(error instanceof ApiError)) return { form: describeProblem(error) };
    if (error.code === 'TooManyRequests') {
      blockUntil(error.retryAt);
      return {};
    }
    const { propertyErrors } = error.problem;
    const userName = propertyErrors && joinMessages(propertyErrors, 'userName')?.[0];
    const password = propertyErrors && joinMessages(propertyErrors, 'password')?.join('\n');
    return userName || password ? { userName, password } : { form: describeProblem(error) };
  };

  return { errors, isPending, isBlocked, secondsLeft, submit };
}
