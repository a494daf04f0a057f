import { Trans } from '@lingui/react/macro';
import type { ManualOrder } from '@portico/contract';
import { Suspense } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadingCard } from '../../../ui/query-view.tsx';
import { Fact } from '../components/order-facts.tsx';
import { LicenseModel, Price } from '../components/order-text.tsx';
import { useSaveManualOrder } from './manual-order.ts';
import { ManualOrderForm } from './manual-order-form-lazy.ts';
import { toOrderDetails } from './order-draft.ts';

/** A manual order with its facts and its form. */
export function ManualOrderView({ order }: { order: ManualOrder }) {
  const { date } = useFormat();
  const save = useSaveManualOrder(order.id);
  const isCanceled = order.status === 2;
  const mayChange = can('operator.manageOrders');
  return (
    <div className="flex flex-col gap-5">
      {order.status === 0 && (
        <Alert tone="info">
          <Trans>This is a draft: the customer sees it, and its license is pending until you activate it.</Trans>
        </Alert>
      )}
      {isCanceled && (
        <Alert tone="warning">
          <Trans>This order was canceled and cannot be changed any more.</Trans>
        </Alert>
      )}
      {!mayChange && (
        <Alert tone="info">
          <Trans>You can view orders but not change them: you are a read-only user.</Trans>
        </Alert>
      )}
      <Card>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5 px-4 py-5 md:grid-cols-3 sm:px-6">
          <Fact label={<Trans>Account</Trans>}>{order.accountName}</Fact>
          <Fact label={<Trans>Entered on</Trans>}>{date(order.date)}</Fact>
          <Fact label={<Trans>Paid on</Trans>}>
            {order.paymentDate ? date(order.paymentDate) : <Trans>Not paid</Trans>}
          </Fact>
          <Fact label={<Trans>Price</Trans>}>
            <Price order={order} />
          </Fact>
          <Fact label={<Trans>License model</Trans>}>
            <LicenseModel model={order.licenseModel} />
          </Fact>
          <Fact label={<Trans>License</Trans>}>{order.licenseNumber ?? <Trans>None yet</Trans>}</Fact>
        </dl>
      </Card>
      <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
        <ManualOrderForm
          order={order}
          readOnly={isCanceled || !mayChange}
          isPrimary={order.status !== 0}
          isPending={save.isPending}
          onSubmit={(draft) => save.mutateAsync({ ...toOrderDetails(draft, order), revision: order.revision })}
        />
      </Suspense>
    </div>
  );
}
