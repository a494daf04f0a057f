import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { modelState } from '../../../lib/preloaded.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { signsIn } from '../../../lib/session.ts';
import { wantedReturnUrl } from '../api/return-url.ts';

/** The form's state. The error is null until hydration; until then the server's own message is shown. */
export function useBreakGlass() {
  const { t } = useLingui();
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  useEffect(() => setError(Object.values(modelState().modelState).flat().join('\n')), []);

  const submit = async (form: HTMLFormElement) => {
    if (isPending) return;
    const empty = [...form.elements].find(
      (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.required && !field.value.trim(),
    );
    if (empty) {
      setError(t`Fill in all three fields`);
      empty.focus();
      return;
    }
    const typed = new FormData(form);
    const [userName = '', password = '', code = ''] = ['userName', 'password', 'code'].map((name) =>
      String(typed.get(name) ?? ''),
    );
    const returnUrl = wantedReturnUrl();
    setIsPending(true);
    signsIn(true);
    try {
      const body = { userName, password, code, ...(returnUrl && { ReturnUrl: returnUrl }) };
      location.assign((await api('POST /sso/break-glass', { body })).redirectUrl);
    } catch (failure) {
      signsIn(false);
      setIsPending(false);
      setError(describeProblem(failure));
    }
  };
  return { error, isPending, submit };
}
