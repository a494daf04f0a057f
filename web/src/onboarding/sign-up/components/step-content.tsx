import { lazyPart } from '../../../lib/lazy.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { FieldStep } from '../model/details.ts';
import { EmailStep } from './email-step.tsx';
import { TextField } from './fields.tsx';
import { useLabels } from './problem-words.ts';
import { useWizardField } from './wizard-context.ts';

/** The steps after the first two, with the lists of countries and industries. */
export const LaterStep = lazyPart(() => import('./later-steps.tsx').then((module) => module.LaterStep));

/** The fields of a step. */
export function StepContent({ step }: { step: FieldStep }) {
  if (step === 'email') return <EmailStep />;
  return step === 'main' ? <MainStep /> : <LaterStep step={step} />;
}

/** The visitor's name and organization. */
function MainStep() {
  const oneName = useWizardField('hasOneName');
  const labels = useLabels();
  return (
    <>
      <TextField field="organization" required autoComplete="organization" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField field="firstName" required autoComplete="given-name" />
        <TextField field="lastName" required={oneName.value === ''} autoComplete="family-name" />
      </div>
      <Checkbox
        name="hasOneName"
        label={labels.hasOneName}
        checked={oneName.value !== ''}
        onChange={(event) => oneName.change(event.currentTarget.checked ? 'true' : '')}
      />
    </>
  );
}
