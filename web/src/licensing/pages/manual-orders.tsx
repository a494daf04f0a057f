import { Trans } from '@lingui/react/macro';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { lazyPart, usePreload } from '../../lib/lazy.tsx';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadingCard, QueryView } from '../../ui/query-view.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OrderTags } from '../orders/components/order-tags.tsx';
import { useCreateManualOrder, useManualOrder } from '../orders/manual/manual-order.ts';
import { ManualOrderActions } from '../orders/manual/manual-order-actions.tsx';
import { ManualOrderForm } from '../orders/manual/manual-order-form-lazy.ts';
import { ManualOrderTable } from '../orders/manual/manual-order-table.tsx';
import { ManualOrderView } from '../orders/manual/manual-order-view-lazy.ts';
import { type OrderDraft, toOrderDetails } from '../orders/manual/order-draft.ts';

const AccountPicker = lazyPart(() =>
  import('../../accounts/accounts/components/account-picker.tsx').then((module) => module.AccountPicker),
);

/** For operators: orders outside Stripe, of all accounts. */
export function ManualOrdersPage() {
  const search = useSearch({ from: '/Operator/Orders' });
  const navigate = useNavigate({ from: '/Operator/Orders' });
  return (
    <>
      <PageHeader
        actions={
          can('operator.manageOrders') && (
            <ButtonLink to="/Operator/Orders/New" variant="primary">
              <Plus aria-hidden="true" />
              <Trans>New order</Trans>
            </ButtonLink>
          )
        }
      />
      <Card className="overflow-hidden">
        <ManualOrderTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}

/** Creates a draft, and opens it. */
export function NewManualOrderPage() {
  const navigate = useNavigate();
  const create = useCreateManualOrder();
  usePreload(ManualOrderForm);
  usePreload(AccountPicker);
  const submit = async (draft: OrderDraft) => {
    const accountId = draft.account?.id ?? 0;
    const { id } = await create.mutateAsync({ ...toOrderDetails(draft), accountId });
    await navigate({ to: '/Operator/Orders/$id', params: { id: String(id) }, ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader description={<Trans>The draft is shown to the account. Nothing is charged to a card.</Trans>} />
      <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
        <ManualOrderForm
          isSaved={create.isSuccess}
          isPending={create.isPending}
          renderAccountPicker={(props) => (
            <Suspense fallback={<Skeleton className="h-9" />}>
              <AccountPicker {...props} />
            </Suspense>
          )}
          onSubmit={submit}
        />
      </Suspense>
    </>
  );
}

/** One manual order. */
export function ManualOrderPage() {
  const { id } = useParams({ from: '/Operator/Orders/$id' });
  const query = useManualOrder(Number(id));
  usePreload(ManualOrderView);
  usePreload(ManualOrderForm);
  const order = query.data;
  const number = order?.number;
  return (
    <>
      <PageHeader
        title={number && <Trans>Order {number}</Trans>}
        tags={order && <OrderTags order={order} />}
        actions={order && can('operator.manageOrders') && <ManualOrderActions order={order} />}
      />
      <QueryView query={query} missing={<Trans>This order was not found</Trans>} skeletonClassName="h-96">
        {(found) => (
          <Suspense fallback={<LoadingCard skeletonClassName="h-96" />}>
            <ManualOrderView key={found.id} order={found} />
          </Suspense>
        )}
      </QueryView>
    </>
  );
}
