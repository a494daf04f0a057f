import { Trans } from '@lingui/react/macro';
import type { OrderDetails } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { LicenseModel, PaymentType, Price, Quantity } from './order-text.tsx';

/** The order's content, payment, and result. */
export function OrderFacts({ order, license }: { order: OrderDetails; license: ReactNode }) {
  const { date } = useFormat();
  const paid = order.paymentDate && date(order.paymentDate);
  return (
    <Card>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 px-4 py-5 md:grid-cols-4 sm:px-6">
        <Fact label={<Trans>Order ID</Trans>}>
          <span className="break-all">{order.number}</span>
        </Fact>
        <Fact label={<Trans>Date</Trans>}>{date(order.date)}</Fact>
        <Fact label={<Trans>Payment type</Trans>}>
          <PaymentType type={order.processingType} />
        </Fact>
        <Fact label={<Trans>Payment status</Trans>}>
          {order.paymentStatus === 1 ? (
            <Trans context="order payment">Paid</Trans>
          ) : (
            <Trans context="order payment">Not paid</Trans>
          )}
          {paid && (
            <span className="block text-sm text-muted">
              <Trans comment="When an order was paid">on {paid}</Trans>
            </span>
          )}
        </Fact>
        <Fact label={<Trans>License model</Trans>}>
          <LicenseModel model={order.licenseModel} />
        </Fact>
        <Fact label={<Trans>Hardware ID quantity</Trans>}>
          <Quantity value={order.hardwareIdNumber} />
        </Fact>
        {order.countsDomains && (
          <Fact label={<Trans>Domain/package ID quantity</Trans>}>
            <Quantity value={order.domainsNumber} />
          </Fact>
        )}
        <Fact label={<Trans>Expiration date</Trans>}>
          {order.expirationDate ? date(order.expirationDate) : <Trans>Never expires</Trans>}
        </Fact>
        {order.price !== null && (
          <Fact label={order.processingType === 0 ? <Trans>Price per period</Trans> : <Trans>Price</Trans>}>
            <Price order={order} />
          </Fact>
        )}
        <Fact label={<Trans>License</Trans>}>{license}</Fact>
        {order.processingType === 0 && <BillingLinks order={order} />}
      </dl>
    </Card>
  );
}

/** Links to the order's payments, for users who may see them. */
function BillingLinks({ order: { subscriptionId } }: { order: OrderDetails }) {
  return (
    <>
      {can('subscriptions.view') && (
        <Fact label={<Trans>Subscription</Trans>}>
          {subscriptionId === null ? (
            <span className="text-muted">
              <Trans>Not known any more</Trans>
            </span>
          ) : (
            <TextLink to="/Billing/Subscription/$id" params={{ id: String(subscriptionId) }}>
              <Trans>See subscription</Trans>
            </TextLink>
          )}
        </Fact>
      )}
      {can('invoices.view') && (
        <Fact label={<Trans>Invoices</Trans>}>
          <TextLink to="/Billing/Invoices">
            <Trans>See invoices</Trans>
          </TextLink>
        </Fact>
      )}
    </>
  );
}

export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 min-h-6 font-medium [&_.text-muted]:font-normal">{children}</dd>
    </div>
  );
}
