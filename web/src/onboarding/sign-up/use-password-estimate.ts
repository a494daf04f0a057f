import { useEffect } from 'react';
import { loadChunk } from '../../lib/lazy.tsx';
import { preloaded } from '../../lib/preloaded.ts';
import { useWizardContext } from './components/wizard-context.ts';
import type { Details } from './model/details.ts';
import type { PasswordEstimate } from './model/validation.ts';
import type { WizardState } from './model/wizard.ts';

/** Milliseconds without a key press before the password is estimated. */
const pause = 150;
/** Milliseconds that Continue waits for the lazily loaded estimator. The server estimates in any case. */
const longestWait = 2_000;

const personalWords = ({ email, firstName, lastName, organization }: Details) => [
  email,
  firstName,
  lastName,
  organization,
  preloaded().company.name,
];

/** The estimate of the current password; null if the estimator cannot be loaded. */
async function estimateTypedPassword({
  details,
  secrets: { password },
}: Pick<WizardState, 'details' | 'secrets'>): Promise<PasswordEstimate | null> {
  try {
    const { estimatePassword } = await loadChunk(() => import('../../lib/password-estimate.ts'));
    return { password, ...estimatePassword(password, personalWords(details)) };
  } catch {
    return null;
  }
}

/** The estimate, if it is available in time. */
export function estimateInTime(state: WizardState): Promise<PasswordEstimate | null> {
  const { estimate, secrets } = state;
  if (secrets.password === '') return Promise.resolve(null);
  if (estimate?.password === secrets.password) return Promise.resolve(estimate);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), longestWait));
  return Promise.race([estimateTypedPassword(state), late]);
}

/** Estimates the password while it is typed (PWD-9). */
export function usePasswordEstimate(): PasswordEstimate | null {
  const { state, dispatch } = useWizardContext();
  const { details, secrets, estimate } = state;
  const { password } = secrets;
  useEffect(() => {
    // Preloads while the first characters are typed.
    loadChunk(() => import('../../lib/password-estimate.ts')).catch(() => {});
  }, []);
  useEffect(() => {
    if (password === '') return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await estimateTypedPassword({ details, secrets: { password, confirmPassword: '' } });
      if (isCurrent && found) dispatch({ type: 'estimated', estimate: found });
    }, pause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, details, dispatch]);
  return estimate?.password === password && password !== '' ? estimate : null;
}
