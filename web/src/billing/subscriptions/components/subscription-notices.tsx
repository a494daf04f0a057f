import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { isDueLater } from '../../../lib/due.ts';
import { useFormat } from '../../../lib/format.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { CardText } from './subscription-text.tsx';

const activeQuery = (productId: string, locale: Locale) =>
  queryOptions({
    queryKey: ['subscriptions', 'active', productId, locale],
    queryFn: async ({ signal }) => {
      const query = { sortField: 'status', order: 'asc', pageSize: 10 } as const;
      const { items } = await api('GET /api/Products/{id}/Subscriptions', { params: { id: productId }, query, signal });
      return items.find(({ status }) => status !== 4) ?? null;
    },
  });

/** The account's active subscription to a product; null if none. */
function useActiveSubscription(productId: string) {
  return useQuery(activeQuery(productId, useLocale()));
}

interface SubscriptionNoticesProps {
  subscription: SubscriptionDetail;
  /** A button that pays what is owed; nothing for users who may not pay. */
  renderPay: (unpaid: NonNullable<SubscriptionDetail['unpaid']>) => ReactNode;
}

/** What needs attention first: a debt, a coming end, or that the subscription has ended. */
export function SubscriptionNotices({ subscription, renderPay }: SubscriptionNoticesProps) {
  const { money } = useFormat();
  const { unpaid, status } = subscription;
  const amount = unpaid && money(unpaid.amount, unpaid.currency);
  const isDue = unpaid !== null && isDueLater(unpaid);
  const day = unpaid?.dueDate && <Day at={unpaid.dueDate} />;
  return (
    <>
      {unpaid && (
        <Alert tone={isDue ? 'info' : 'bad'} actions={renderPay(unpaid)}>
          <strong className="font-semibold">
            {isDue ? (
              <Trans>
                {amount} is due on {day}.
              </Trans>
            ) : (
              <Trans>{amount} is unpaid.</Trans>
            )}
          </strong>{' '}
          {!isDue && <Owed subscription={subscription} />}
        </Alert>
      )}
      {!unpaid && status === 3 && (
        <Alert tone="bad">
          <Trans>The last payment failed. Pay the open invoice below to keep this subscription.</Trans>
        </Alert>
      )}
      {status === 4 && <Ended subscription={subscription} />}
    </>
  );
}

/** Why something is owed, and what happens next. */
function Owed({ subscription: { unpaid, status } }: { subscription: SubscriptionDetail }) {
  if (!unpaid) return null;
  const next = unpaid.nextAttempt && <Day at={unpaid.nextAttempt} />;
  const due = unpaid.dueDate && <Day at={unpaid.dueDate} />;
  return (
    <>
      {unpaid.card && (
        <>
          <CardText card={unpaid.card} /> <Trans comment="After a card: Visa 4242 was declined.">
            was declined.
          </Trans>{' '}
        </>
      )}
      {due && (
        <>
          <Trans>It was due on {due}.</Trans>{' '}
        </>
      )}
      {status === 4 ? (
        <Trans>
          This subscription ended because it was not paid. Paying settles the invoice; subscribe again after that.
        </Trans>
      ) : next && unpaid.isLastAttempt ? (
        <Trans>The last try is on {next}. The subscription ends if it fails.</Trans>
      ) : next ? (
        <Trans>The card is tried again on {next}. Pay now, or choose another card, to keep this subscription.</Trans>
      ) : (
        <Trans>Pay now to keep this subscription.</Trans>
      )}
    </>
  );
}

/** The subscription has ended: links to the account's other subscription to the product, or to a new one. */
function Ended({
  subscription: { id, productId, productName, endReason, unpaid },
}: {
  subscription: SubscriptionDetail;
}) {
  const active = useActiveSubscription(productId);
  if (active.data === undefined) return null;
  const other = active.data;
  return (
    <Alert
      tone="info"
      actions={
        other && other.id !== id ? (
          <ButtonLink size="sm" {...subscriptionLink(productId, other.id)}>
            <Trans>Open the active one</Trans>
          </ButtonLink>
        ) : (
          <ButtonLink size="sm" to="/Products/$id/Subscription" params={{ id: productId }}>
            <Trans>See the plans</Trans>
          </ButtonLink>
        )
      }
    >
      {!unpaid && endReason === 'unpaid' && (
        <>
          <Trans>This subscription ended because it was not paid.</Trans>{' '}
        </>
      )}
      {endReason === 'trialEnded' && (
        <>
          <Trans>The trial is over.</Trans>{' '}
        </>
      )}
      {endReason === 'canceled' && (
        <>
          <Trans>This subscription was canceled.</Trans>{' '}
        </>
      )}
      {other ? (
        <Trans>Your account has another subscription to {productName}.</Trans>
      ) : (
        <Trans>An active subscription to {productName} was not found.</Trans>
      )}
    </Alert>
  );
}
