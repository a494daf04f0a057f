import { lazyPart } from '../../../lib/lazy.tsx';
import type { FieldStep } from '../model/details.ts';
import { EmailStep } from './email-step.tsx';
import { TextField } from './fields.tsx';

/** The steps after the first two, with the lists of countries and industries. */
export const LaterStep = lazyPart(() => import('./later-steps.tsx').then((module) => module.LaterStep));

/** The fields of a step. */
export function StepContent({ step }: { step: FieldStep }) {
  if (step === 'email') return <EmailStep />;
  return step === 'main' ? <MainStep /> : <LaterStep step={step} />;
}

/** The visitor's name and organization. */
function MainStep() {
  return (
    <>
      <TextField field="organization" required autoComplete="organization" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField field="firstName" required autoComplete="given-name" />
        <TextField field="lastName" required autoComplete="family-name" />
      </div>
    </>
  );
}
