import { Trans } from '@lingui/react/macro';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Button } from '../../../ui/button.tsx';
import { useRestoreSubscription } from '../subscriptions.api.ts';

interface KeepSubscriptionProps {
  id: number;
  productName: string;
  variant: 'primary' | 'secondary';
}

/** Restores a subscription without confirmation; the text beside the button must show the next charge and its date. */
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
