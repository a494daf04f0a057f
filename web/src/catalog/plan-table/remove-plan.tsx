import { Plural, Trans } from '@lingui/react/macro';
import type { SubscriptionPlan } from '@portico/contract';
import { LateConfirmDialog } from '../../ui/late-confirm-dialog.tsx';
import { usePlanHolders, useRemovePlan } from './plan-table.api.ts';

interface RemovePlanProps {
  productId: string;
  plan: SubscriptionPlan;
  onClose: () => void;
}

/** Asks before a plan is removed from the catalog, and shows how many accounts have it (CAT-50). */
export function RemovePlan({ productId, plan, onClose }: RemovePlanProps) {
  const holders = usePlanHolders(productId, plan.id);
  const remove = useRemovePlan(productId, plan.id);
  const { name } = plan;
  const count = holders.data?.accounts;
  return (
    <LateConfirmDialog
      open
      onOpenChange={onClose}
      title={<Trans>Are you sure you want to delete plan?</Trans>}
      description={
        <>
          <Trans>{name} is removed from the catalog: it can no longer be bought.</Trans>{' '}
          {count === undefined ? (
            <Trans>Customers who have it keep it.</Trans>
          ) : (
            <Plural
              value={count}
              _0="Nobody has it."
              one="# customer has it: it is retired, and they keep it at their price."
              other="# customers have it: it is retired, and they keep it at their price."
            />
          )}
        </>
      }
      confirmLabel={<Trans>Delete plan</Trans>}
      isPending={remove.isPending || holders.isLoading}
      error={remove.error ?? holders.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
    />
  );
}
