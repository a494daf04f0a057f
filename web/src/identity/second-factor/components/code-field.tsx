import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/problem.ts';
import { CodeInput, codeLength } from '../../../ui/code-input.tsx';
import { Field } from '../../../ui/field.tsx';

interface CodeFieldProps {
  code: string;
  onChange: (code: string) => void;
  /** Why the last code was refused. */
  error: string | undefined;
  hint?: ReactNode;
}

/** The field for the six-digit code of a method that is being set up. */
export function CodeField({ code, onChange, error, hint }: CodeFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <Field label={t`Code`} required error={error} hint={hint}>
      {(control) => <CodeInput {...control} ref={field} value={code} onChange={onChange} />}
    </Field>
  );
}

/** The error of a code before it is sent (MFA-3). */
export function useCodeCheck(): (code: string) => string | undefined {
  const { t } = useLingui();
  return (code) => (code.length === codeLength ? undefined : t`Length should be 6`);
}

/** The server's error for a field: the property's first message, or the message of a wrong code. */
export function messageAt(error: unknown, property: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { propertyErrors = {} } = error.problem;
  const named = Object.entries(propertyErrors).find(([name]) => name.toLowerCase() === property)?.[1][0];
  if (named) return named;
  return property === 'code' && error.code === 'InvalidCode' ? error.problem.message : undefined;
}
