import { useLingui as useCatalog } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ExternalProvider, SsoTest, SsoTestStep, SsoTestStepResult } from '@portico/contract';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { cn } from '../../../lib/cn.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { providerName } from '../model/type-names.ts';
import { failureTitles } from './failure-titles.ts';
import { StepFacts, StepPlan, StepTitle } from './step-words.tsx';
import { useDuration } from './use-duration.ts';

const FailedStep = lazyPartWith(['provider-help'], () =>
  import('../help/failed-step.tsx').then((module) => module.FailedStep),
);

const steps: readonly SsoTestStep[] = ['domain', 'discovery', 'keys', 'signIn', 'claims', 'person'];

interface TestStepsProps {
  provider: ExternalProvider;
  /** Null before the first test, and while a test starts. */
  test: SsoTest | null;
  isStarting: boolean;
}

const notBegun = (step: SsoTestStep, isRunning: boolean): SsoTestStepResult => ({
  step,
  state: isRunning ? 'running' : 'waiting',
  tookMilliseconds: null,
  failure: null,
  facts: {},
  providerSays: null,
});

/** The steps of a test; in a running test, the first unfinished step is the current one. */
function shownSteps({ state, steps: results }: SsoTest): readonly SsoTestStepResult[] {
  if (state !== 'running' && state !== 'waiting') return results;
  const current = results.findIndex((result) => result.state !== 'passed');
  return results.map((result, index) =>
    index === current
      ? { ...result, state: 'running' }
      : { ...result, state: result.state === 'passed' ? 'passed' : 'waiting' },
  );
}

/** The steps of a test in order with their results; the failed one is expanded. */
export function TestSteps({ provider, test, isStarting }: TestStepsProps) {
  const results = test ? shownSteps(test) : steps.map((step, index) => notBegun(step, isStarting && index === 0));
  return (
    <ol aria-busy={isStarting || undefined}>
      {results.map((result, index) => (
        <Step
          key={result.step}
          number={index + 1}
          provider={provider}
          test={test}
          result={result}
          isLast={index === results.length - 1}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  number: number;
  provider: ExternalProvider;
  test: SsoTest | null;
  result: SsoTestStepResult;
  isLast: boolean;
}

function Step({ number, provider, test, result, isLast }: StepProps) {
  const { step, state, failure } = result;
  const isReached = state === 'passed' || state === 'failed' || state === 'running';
  const speaker = providerName(provider);
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {!isLast && (
        <span
          aria-hidden="true"
          className={cn('absolute top-8 bottom-1 left-[13.5px] w-px', state === 'passed' ? 'bg-ok' : 'bg-line')}
        />
      )}
      <Mark state={state} number={number} />
      <div className="min-w-0 flex-1 pt-0.5">
        <div className="flex items-baseline justify-between gap-4">
          <p className={cn('min-w-0', isReached ? 'font-medium' : 'text-muted', failure && 'text-bad')}>
            <StepTitle step={step} speaker={speaker} />
            {failure && <FailureClause failure={failure} />}
            {!isReached && (
              <span className="ml-2 text-sm font-normal max-sm:hidden">
                <StepPlan step={step} />
              </span>
            )}
          </p>
          <Took result={result} />
        </div>
        {state === 'passed' && (
          <div className="mt-0.5 text-sm text-muted wrap-anywhere">
            <StepFacts result={result} test={test} />
          </div>
        )}
        {failure && (
          <PartBoundary fallback={<Skeleton className="mt-2 h-32" />} onFailure={() => {}}>
            <FailedStep provider={provider} result={result} failure={failure} />
          </PartBoundary>
        )}
      </div>
    </li>
  );
}

function FailureClause({ failure }: { failure: NonNullable<SsoTestStepResult['failure']> }) {
  const { i18n } = useCatalog();
  const clause = i18n._(failureTitles[failure]);
  return <Trans context="after the name of a step">: {clause}</Trans>;
}

const markClasses = 'relative grid size-7 shrink-0 place-items-center rounded-full text-xs font-medium [&_svg]:size-4';

function Mark({ state, number }: { state: SsoTestStepResult['state']; number: number }) {
  const marks: Partial<Record<typeof state, { classes: string; word: ReactNode; icon: ReactNode }>> = {
    passed: { classes: 'bg-ok-soft text-ok', word: <Trans>Passed</Trans>, icon: <Check aria-hidden="true" /> },
    failed: { classes: 'bg-bad-strong text-on-bad', word: <Trans>Failed</Trans>, icon: <X aria-hidden="true" /> },
    running: { classes: 'bg-accent-soft text-accent-text', word: <Trans>Under way</Trans>, icon: <Spinner /> },
  };
  const mark = marks[state];
  if (!mark)
    return (
      <span aria-hidden="true" className={cn(markClasses, 'border border-dashed border-line-strong text-muted')}>
        {number}
      </span>
    );
  return (
    <span className={cn(markClasses, mark.classes)}>
      {mark.icon}
      <span className="sr-only">{mark.word}</span>
    </span>
  );
}

function Took({ result: { state, tookMilliseconds } }: { result: SsoTestStepResult }) {
  const duration = useDuration();
  const classes = 'shrink-0 text-xs text-muted tabular-nums';
  if (state === 'notReached')
    return (
      <span className={classes}>
        <Trans>Not reached</Trans>
      </span>
    );
  if (tookMilliseconds === null) return null;
  return <span className={classes}>{duration(tookMilliseconds)}</span>;
}
