import { Trans } from '@lingui/react/macro';
import type { ManualOrder } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { type ManualAction, useManualAction } from './manual-order.ts';

const ConfirmDialog = lazyPart(() => import('../../../ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));

/** Activate, mark as paid and cancel, as the order's state allows (ORD-8). Each asks first. */
export function ManualOrderActions({ order }: { order: ManualOrder }) {
  const [asked, setAsked] = useState<ManualAction>();
  const [isOpen, setIsOpen] = useState(false);
  const change = useManualAction(order.id);
  const ask = (action: ManualAction) => {
    change.reset();
    setAsked(action);
    setIsOpen(true);
  };
  if (order.status === 2) return null;
  return (
    <>
      <Button variant="dangerSecondary" {...ConfirmDialog.warmUp} onClick={() => ask('Cancel')}>
        <Trans>Cancel order</Trans>
      </Button>
      {order.paymentStatus === 0 && (
        <Button {...ConfirmDialog.warmUp} onClick={() => ask('MarkPaid')}>
          <Trans>Mark as paid</Trans>
        </Button>
      )}
      {order.status === 0 && (
        <Button variant="primary" {...ConfirmDialog.warmUp} onClick={() => ask('Activate')}>
          <Trans>Activate</Trans>
        </Button>
      )}
      <PartBoundary onFailure={() => setAsked(undefined)}>
        {asked && (
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setIsOpen}
            title={<Question action={asked} />}
            description={<Consequence action={asked} order={order} />}
            confirmLabel={<Confirmation action={asked} />}
            cancelLabel={<Trans>Not now</Trans>}
            tone={asked === 'Cancel' ? 'danger' : 'primary'}
            isPending={change.isPending}
            error={change.error}
            onConfirm={() => change.mutate(asked, { onSuccess: () => setIsOpen(false) })}
          />
        )}
      </PartBoundary>
    </>
  );
}

function Question({ action }: { action: ManualAction }) {
  if (action === 'Activate') return <Trans>Activate this order?</Trans>;
  return action === 'Cancel' ? <Trans>Cancel this order?</Trans> : <Trans>Mark this order as paid?</Trans>;
}

function Confirmation({ action }: { action: ManualAction }) {
  if (action === 'Activate') return <Trans>Activate</Trans>;
  return action === 'Cancel' ? <Trans>Cancel order</Trans> : <Trans>Mark as paid</Trans>;
}

function Consequence({ action, order }: { action: ManualAction; order: ManualOrder }) {
  const { money } = useFormat();
  const { accountName: account } = order;
  const price = money(order.price, order.currency);
  if (action === 'Activate')
    return (
      <Trans>
        {account} can use the license immediately. Product, plan and order ID cannot be changed from then on.
      </Trans>
    );
  if (action === 'Cancel')
    return <Trans>The license of {account} covers no device any more. A canceled order cannot be changed again.</Trans>;
  return <Trans>{price} is noted as paid today. This cannot be taken back, and the price is fixed from then on.</Trans>;
}
