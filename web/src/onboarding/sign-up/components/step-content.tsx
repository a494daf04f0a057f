import { lazyPart } from '../../../lib/lazy.tsx';
import type { FieldStep } from '../model/details.ts';
import { EmailStep } from './email-step.tsx';
import { MainStep } from './main-step.tsx';

/** The steps after the first two, with the lists of countries and industries. */
export const LaterStep = lazyPart(() => import('./later-steps.tsx').then((module) => module.LaterStep));

/** What a step asks. */
export function StepContent({ step }: { step: FieldStep }) {
  if (step === 'email') return <EmailStep />;
  return step === 'main' ? <MainStep /> : <LaterStep step={step} />;
}
