import { Trans, useLingui } from '@lingui/react/macro';
import { cn } from '../../../lib/cn.ts';
import type { Step } from '../model/details.ts';

type Segment = 'email' | 'main' | 'contacts' | 'additional' | 'plans';

const segments: readonly Segment[] = ['email', 'main', 'contacts', 'additional', 'plans'];

/** The segment of a step. The password belongs to 'business' if it is asked for last, otherwise to 'you'. */
function findSegment(step: Step, isFirstCustomer: boolean): Segment {
  if (step === 'owner') return isFirstCustomer ? 'main' : 'additional';
  return step === 'purchase' || step === 'skip' ? 'plans' : step;
}

/** Progress as five labeled segments. A phone shows only the current one's label and number. */
export function StepBar({ step, isFirstCustomer }: { step: Step; isFirstCustomer: boolean }) {
  const { t } = useLingui();
  const names: Record<Segment, string> = {
    email: t`E-mail`,
    main: t`About you`,
    contacts: t`Contacts`,
    additional: t`Business`,
    plans: t`Plan`,
  };
  const segment = findSegment(step, isFirstCustomer);
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
