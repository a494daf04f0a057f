import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ProgressMeter } from '../../../ui/progress-meter.tsx';
import type { MirrorStatus } from '../api/mirror-status.ts';
import { useListName } from './list-names.ts';
import { RunState } from './run-state.tsx';

/** The initial import: its progress, or when it was done. */
export function FillingCard({ run }: { run: MirrorStatus['backfill'] }) {
  const { date, number } = useFormat();
  const since = run && date(run.finishedAt ?? run.startedAt, 'dateTime');
  const listed = run && number(run.listed);
  return (
    <Card>
      <CardHeader
        title={<Trans>Initial import</Trans>}
        description={
          !run ? (
            <Trans>Everything in the account is read once. It starts with the portal.</Trans>
          ) : run.state === 'running' ? (
            <Trans>Everything in the account is being read: {listed} objects so far.</Trans>
          ) : run.state === 'done' ? (
            <Trans>
              Everything in the account was read by {since}: {listed} objects.
            </Trans>
          ) : (
            <Trans>It stopped on {since} and starts again within five minutes.</Trans>
          )
        }
        action={run && <RunState run={run} />}
      />
      {run?.state === 'running' && <RunProgress run={run} />}
      {run?.error && run.state !== 'done' && (
        <div className="px-5 pb-4">
          <Alert tone={run.state === 'failed' ? 'bad' : 'warning'}>{run.error}</Alert>
        </div>
      )}
    </Card>
  );
}

/** Progress of a run through Stripe's lists. */
export function RunProgress({ run }: { run: NonNullable<MirrorStatus['backfill']> }) {
  const { t } = useLingui();
  const listName = useListName();
  const { stepsDone, steps, step } = run;
  const name = step && listName(step);
  return (
    <div className="px-5 pb-5">
      <ProgressMeter label={t`Lists gone through`} value={stepsDone} max={steps} />
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        <span>{name}</span>
        <span>
          <Trans>
            {stepsDone} of <Plural value={steps} one="# list" other="# lists" />
          </Trans>
        </span>
      </p>
    </div>
  );
}
