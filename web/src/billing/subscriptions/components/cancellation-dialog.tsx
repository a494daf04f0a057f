import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { ConfirmDialog, type OpenedConfirmDialogProps } from '../../../ui/confirm-dialog.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CancelDialog } from '../cancel/cancel-dialog.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { useAmountText } from './subscription-text.tsx';

const restorationQuery = (id: number) =>
  queryOptions({
    queryKey: ['subscriptions', 'restoration', id],
    queryFn: ({ signal }) => api('GET /api/Subscription/{id}/DontCancel', { params: { id }, signal }),
    // No retry, because the user waits for the answer, and the dialog works without it.
    retry: false,
    // Not refetched when the subscription is restored, because the closing dialog would change its text. The next
    // dialog sends a new request.
    staleTime: 'static',
    gcTime: 0,
  });

/**
 * The cost of a canceled subscription's next period once it is restored, in cents; without data if Stripe does not
 * answer.
 */
function useRestorationPreview(id: number) {
  return useQuery(restorationQuery(id));
}

interface CancellationDialogProps extends OpenedConfirmDialogProps {
  action: 'cancel' | 'restore';
  subscription: SubscriptionDetail;
}

/** Explains what will happen before a subscription is canceled or restored, and shows the reason if that failed. */
export function CancellationDialog({ action, subscription, ...props }: CancellationDialogProps) {
  if (action === 'cancel') return <CancelDialog {...props} subscription={subscription} />;
  return (
    <ConfirmDialog
      {...props}
      title={<Trans>Restore this subscription?</Trans>}
      description={<Restoration subscription={subscription} />}
      confirmLabel={<Trans>Restore subscription</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      tone="primary"
    />
  );
}

/** When the subscription renews and for how much: by Stripe's calculation, otherwise by its price (SUB-37). */
function Restoration({ subscription }: { subscription: SubscriptionDetail }) {
  const amountText = useAmountText();
  const { money } = useFormat();
  const preview = useRestorationPreview(subscription.id);
  const { productName: product, expirationDate } = subscription;
  if (preview.isPending) return <Skeleton className="my-1 h-4 w-full max-w-80" />;
  const { chargedAt, total, tax, currency } = preview.data ?? {};
  if (chargedAt && total && currency) {
    const day = <Day at={chargedAt} />;
    const amount = money(total, currency);
    return tax ? (
      <Trans>
        {product} will continue and renew on {day} for {amount}, with tax.
      </Trans>
    ) : (
      <Trans>
        {product} will continue and renew on {day} for {amount}.
      </Trans>
    );
  }
  const day = expirationDate && <Day at={expirationDate} />;
  if (preview.data || !day || subscription.amount === 0) return <Trans>{product} will continue as before.</Trans>;
  const amount = amountText(subscription);
  return (
    <Trans>
      {product} will continue and renew on {day} for {amount}, before tax.
    </Trans>
  );
}
