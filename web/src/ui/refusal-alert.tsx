import { Trans } from '@lingui/react/macro';
import { useFormat } from '../lib/format.ts';
import { ApiError, describeProblem } from '../lib/problem.ts';
import { Alert } from './alert.tsx';

/** Why a license refused a request. Errors of a field appear at the field. */
export function RefusalAlert({ error }: { error: unknown }) {
  const { date } = useFormat();
  if (!error || (error instanceof ApiError && error.code === 'ValidationError')) return null;
  const nextAt = error instanceof ApiError && error.code === 'ReleaseLimit' && error.problem.additionalData?.nextAt;
  const day = typeof nextAt === 'string' ? date(nextAt, 'dateTime') : null;
  return (
    <Alert tone="bad">
      {describeProblem(error)}
      {day && (
        <>
          {' '}
          <Trans>The next one is back on {day}.</Trans>
        </>
      )}
    </Alert>
  );
}
