import { Trans } from '@lingui/react/macro';
import type { OrderDetails as Order } from '@portico/contract';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { textFilterNavigation } from '../../app/text-filter-navigation.ts';
import { can } from '../../lib/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { ButtonLink, TextLink } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { OrderDetails } from '../orders/components/order-details.tsx';
import { OrderTable } from '../orders/components/order-table.tsx';
import { OrderTags } from '../orders/components/order-tags.tsx';
import { useOrder } from '../orders/orders.api.ts';

/** The account's orders. */
export function OrdersPage() {
  const search = useSearch({ from: '/Billing/Orders' });
  const navigate = useNavigate({ from: '/Billing/Orders' });
  return (
    <>
      <PageHeader />
      <Card className="overflow-hidden">
        <OrderTable
          search={search}
          onSearchChange={(change) =>
            void navigate({ search: { ...search, ...change }, ...textFilterNavigation(change) })
          }
        />
      </Card>
    </>
  );
}

const from = '/Billing/Orders/$id';

/** One order. */
export function OrderPage() {
  const { id } = useParams({ from });
  const { licenseId, productId } = useSearch({ from });
  const navigate = useNavigate({ from });
  const query = useOrder(Number(id));
  const order = query.data;
  const number = order?.number;
  return (
    <>
      {licenseId && can('licenses.view') && (
        <LicenseLink id={licenseId} productId={productId}>
          <ArrowLeft aria-hidden="true" className="mr-1" />
          <Trans>Back to the license</Trans>
        </LicenseLink>
      )}
      <PageHeader
        title={number && <Trans>Order {number}</Trans>}
        tags={order && <OrderTags order={order} />}
        actions={order && <SeeLicense order={order} productId={productId} />}
      />
      <QueryView query={query} missing={<Trans>This order was not found</Trans>} skeletonClassName="h-96">
        {(found) => (
          <OrderDetails
            order={found}
            productId={productId}
            onProductChange={(next) => void navigate({ search: { licenseId, productId: next }, replace: true })}
            license={<LicenseNumber order={found} productId={productId} />}
          />
        )}
      </QueryView>
    </>
  );
}

interface OfOrder {
  order: Order;
  productId: string | undefined;
}

function SeeLicense({ order, productId }: OfOrder) {
  if (order.licenseId === null || !can('licenses.view')) return null;
  return (
    <ButtonLink variant="primary" {...licensePlace(String(order.licenseId), productId ?? order.products[0]?.productId)}>
      <KeyRound aria-hidden="true" />
      <Trans>See license</Trans>
    </ButtonLink>
  );
}

function LicenseNumber({ order, productId }: OfOrder) {
  if (order.licenseId === null) return <Trans>None yet</Trans>;
  return (
    <LicenseLink id={String(order.licenseId)} productId={productId ?? order.products[0]?.productId}>
      <span className="break-all">{order.licenseNumber ?? order.licenseId}</span>
    </LicenseLink>
  );
}

function LicenseLink({ id, productId, children }: { id: string; productId: string | undefined; children: ReactNode }) {
  return <TextLink {...licensePlace(id, productId)}>{children}</TextLink>;
}

/** A license's page, at one of its products. */
function licensePlace(id: string, productId: string | undefined) {
  return { to: paths.license as string, params: { id }, search: { productId } };
}
