import { createContext, useContext } from 'react';
import type { Submission } from '../use-submission.ts';

const SubmissionContext = createContext<Submission | null>(null);

export const SubmissionProvider = SubmissionContext.Provider;

/**
 * The submission of the sign-up.
 * @throws Error outside the sign-up
 */
export function useSubmissionContext(): Submission {
  const submission = useContext(SubmissionContext);
  if (!submission) throw new Error('useSubmissionContext is used outside of the sign-up');
  return submission;
}
