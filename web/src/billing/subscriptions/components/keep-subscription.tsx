import { Trans } from '@lingui/react/macro';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { useRestoreSubscription } from '../subscriptions.api.ts';

interface KeepSubscriptionProps {
  id: number;
  productName: string;
  variant: 'primary' | 'secondary';
}

/** Takes a cancellation back at once: what it will cost, and when, stands beside the button. */
export function KeepSubscription({ id, productName, variant }: KeepSubscriptionProps) {
  const restore = useRestoreSubscription({ onPending: () => {} });
  return (
    <Button
      variant={variant}
      pending={restore.isPending}
      onClick={() => restore.mutate(id, { onError: reportProblem })}
    >
      <Trans>Keep {productName}</Trans>
    </Button>
  );
}
