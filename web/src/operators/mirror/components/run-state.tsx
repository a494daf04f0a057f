import { Trans } from '@lingui/react/macro';
import type { MirrorRun } from '@portico/contract';
import { Badge } from '../../../ui/badge.tsx';

/** Whether a run is in progress, finished or failed. */
export function RunState({ run: { state, error } }: { run: Pick<MirrorRun, 'state' | 'error'> }) {
  if (state === 'done') {
    return (
      <Badge tone="ok">
        <Trans comment="Of a repair: it is over">Done</Trans>
      </Badge>
    );
  }
  if (state === 'failed') {
    return (
      <Badge tone="bad">
        <Trans comment="Of a repair: it could not be finished">Failed</Trans>
      </Badge>
    );
  }
  return error ? (
    <Badge tone="warning">
      <Trans comment="Of a repair: it will try again">Waiting for Stripe</Trans>
    </Badge>
  ) : (
    <Badge tone="accent">
      <Trans comment="Of a repair: it is under way">Under way</Trans>
    </Badge>
  );
}
