import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';

const statusTones = { 0: 'neutral', 1: 'ok', 2: 'bad' } as const satisfies Record<Order['status'], BadgeTone>;

/** An order's status as a colored word (ORD-2). */
export function OrderStatus({ status }: Pick<Order, 'status'>) {
  return <Badge tone={statusTones[status]}>{useOrderStatusWords()[status]}</Badge>;
}

/** The names of the statuses, by their numbers. */
export function useOrderStatusWords(): Record<Order['status'], string> {
  const { t } = useLingui();
  return {
    0: t({ context: 'order status', message: 'Draft' }),
    1: t({ context: 'order status', message: 'Active' }),
    2: t({ context: 'order status', message: 'Canceled' }),
  };
}

/** Whether an order is paid, as a colored word (ORD-3). A canceled order no longer has to be paid. */
export function PaymentStatus({
  order: { paymentStatus, status },
}: {
  order: Pick<Order, 'paymentStatus' | 'status'>;
}) {
  if (paymentStatus === 1) {
    return (
      <Badge tone="ok">
        <Trans context="order payment">Paid</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone={status === 1 ? 'warning' : 'neutral'}>
      <Trans context="order payment">Not paid</Trans>
    </Badge>
  );
}

export function LicenseModel({ model }: { model: Order['licenseModel'] }) {
  return model === 0 ? <Trans>Host-locked (Per Seat)</Trans> : <Trans>Floating</Trans>;
}

export function PaymentType({ type }: { type: Order['processingType'] }) {
  return type === 0 ? <Trans context="payment type">Stripe</Trans> : <Trans context="payment type">Manual</Trans>;
}

/** A number of devices or domains; -1 and null are unlimited (ORD-5): shown as an infinity sign, and announced as a word. */
export function Quantity({ value }: { value: number | null }) {
  const { number } = useFormat();
  const { t } = useLingui();
  if (value !== null && value !== -1) return <span className="tabular-nums">{number(value)}</span>;
  return (
    <span title={t`Unlimited`}>
      <span aria-hidden="true">∞</span>
      <span className="sr-only">{t`Unlimited`}</span>
    </span>
  );
}

/** Cents; a dash for users who may not see prices. */
export function Price({ order: { price, currency } }: { order: { price: number | null; currency: string } }) {
  const { money } = useFormat();
  return <span className="whitespace-nowrap tabular-nums">{price === null ? '–' : money(price, currency)}</span>;
}
