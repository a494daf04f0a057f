import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { useSubmissionContext } from './submission-context.ts';
import { useWizardContext } from './wizard-context.ts';

/** Registers without a plan as soon as the page opens. If registering is blocked, waits and retries (SIGN-47). */
export function SkipStep() {
  const { dispatch } = useWizardContext();
  const { submit, error, isBlocked, isBusy, secondsLeft } = useSubmissionContext();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    // In the next task, because only then a block is known.
    setTimeout(() => void latest.current(null));
  }, []);
  const latest = useRef(submit);
  latest.current = submit;
  return (
    <div className="my-auto flex flex-col items-center gap-5 py-16 text-center">
      {error ? (
        <Alert
          tone="bad"
          actions={
            <Button size="sm" onClick={() => void submit(null)}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {error}
        </Alert>
      ) : (
        <>
          <Spinner className="size-8 text-accent-text" />
          <h1 tabIndex={-1} className="text-title font-semibold tracking-tight">
            <Trans>Please wait</Trans>
          </h1>
          <p role="status" className="text-muted">
            {isBlocked ? (
              <BlockedNote secondsLeft={secondsLeft} isWaiting={false} isBusy={isBusy} />
            ) : (
              <Trans>Your account is being made.</Trans>
            )}
          </p>
        </>
      )}
      <Button variant="quiet" onClick={() => dispatch({ type: 'wentBack' })}>
        <Trans>Back to the plans</Trans>
      </Button>
    </div>
  );
}
