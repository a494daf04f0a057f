import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Circle } from 'lucide-react';
import { cn } from '../lib/cn.ts';

/** The parts of the owner's password rule (PWD-8), and whether `password` meets each. */
export function passwordRules(password: string) {
  return {
    length: password.length >= 8,
    lowercase: /\p{Ll}/u.test(password),
    uppercase: /\p{Lu}/u.test(password),
    digit: /\d/.test(password),
    special: /[^\p{L}\d\s]/u.test(password),
    unique: new Set(password).size >= 2,
  };
}

/** The hint of every field for a new password. */
export function PasswordHint() {
  return <Trans>8 to 100 characters. Passwords that are easy to guess are refused.</Trans>;
}

interface PasswordRulesProps {
  password: string;
  /** Whether it was found hard to guess (PWD-9). */
  isStrong: boolean;
  className?: string;
}

/** Shows which password rules are met while the user types. @public for every form that sets a password */
export function PasswordRules({ password, isStrong, className }: PasswordRulesProps) {
  const { t } = useLingui();
  const met = passwordRules(password);
  const rules = [
    { isMet: met.length, text: t`At least 8 characters` },
    { isMet: met.lowercase, text: t`A lowercase letter` },
    { isMet: met.uppercase, text: t`An uppercase letter` },
    { isMet: met.digit, text: t`A digit` },
    { isMet: met.special, text: t`A special character` },
    { isMet: met.unique, text: t`2 different characters` },
    { isMet: isStrong, text: t`Not easy to guess` },
  ];
  return (
    <ul className={cn('grid gap-1 text-xs sm:grid-cols-2', className)}>
      {rules.map(({ isMet, text }) => (
        <li key={text} className={cn('flex items-center gap-1.5', isMet ? 'text-ok' : 'text-muted')}>
          {isMet ? (
            <Check aria-hidden="true" className="size-3.5" />
          ) : (
            <Circle aria-hidden="true" className="size-3.5" />
          )}
          {text}
          <span className="sr-only">{isMet ? t`met` : t`not met yet`}</span>
        </li>
      ))}
    </ul>
  );
}
