import { Trans, useLingui } from '@lingui/react/macro';
import { cn } from '../../../lib/cn.ts';
import type { FieldStep, Step } from '../model/details.ts';
import { listSteps } from '../model/wizard.ts';
import { useWizardContext } from './wizard-context.ts';

type Segment = FieldStep | 'plans';

/** Progress as labeled segments, one for each screen; on a phone the label and number of the current one. */
export function StepBar({ step }: { step: Step }) {
  const { t } = useLingui();
  const { state, facts } = useWizardContext();
  const segments = listSteps(state, facts);
  const names: Record<Segment, string> = {
    email: t`Email`,
    main: t`About you`,
    owner: t({ message: 'Password', context: 'step of the sign-up' }),
    contacts: t`Contacts`,
    additional: t`Business`,
    plans: t`Plan`,
  };
  const segment = step === 'purchase' || step === 'skip' ? 'plans' : step;
  const position = segments.indexOf(segment);
  const current = position + 1;
  const count = segments.length;
  return (
    <nav aria-label={t`Steps of the sign-up`}>
      <ol className="flex gap-2">
        {segments.map((id, index) => (
          <li key={id} aria-current={id === segment ? 'step' : undefined} className="min-w-0 flex-1">
            <span
              aria-hidden="true"
              className={cn('block h-1 rounded-full', index <= position ? 'bg-accent' : 'bg-line-strong')}
            />
            <span
              className={cn(
                'mt-2 block truncate text-sm max-sm:sr-only',
                id === segment ? 'font-medium text-ink' : 'text-muted',
              )}
            >
              {names[id]}
            </span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="mt-2 flex justify-between text-sm sm:hidden">
        <span className="font-medium">{names[segment]}</span>
        <span className="text-muted">
          <Trans>
            Step {current} of {count}
          </Trans>
        </span>
      </p>
    </nav>
  );
}
