import { useEffect, useState } from 'react';
import { loadChunk } from './lazy.tsx';
import { preloaded } from './preloaded.ts';

/** Milliseconds without a key press before the password is estimated. */
const pause = 150;

/**
 * Whether a password was found hard to guess while it was typed (PWD-9); false until it is known.
 * @param known the user's own words, such as names and addresses; account and company are added
 */
export function useIsStrongPassword(password: string, known: readonly string[]): boolean {
  const [strong, setStrong] = useState('');
  const words = known.join('\n');
  useEffect(() => {
    if (password === '') return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { user, company } = preloaded();
      const own = [...words.split('\n'), user?.accountName ?? '', company.name];
      // Without the estimator, the server judges alone.
      const estimator = await loadChunk(() => import('./password-estimate.ts')).catch(() => null);
      if (isCurrent && estimator?.estimatePassword(password, own).weakness === null) setStrong(password);
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, words]);
  return password !== '' && strong === password;
}
