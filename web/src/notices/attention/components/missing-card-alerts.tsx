import { Trans } from '@lingui/react/macro';
import { can } from '../../../lib/permissions.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useAttention } from '../attention.api.ts';
import { missingCardsIn } from '../model/attention.ts';
import { ChangeCardLink } from './change-card-link.tsx';
import { WithoutCard } from './without-card.tsx';

/** The subscriptions that will be charged without a card, each with a link to choose one. */
export function MissingCardAlerts({
  productId,
  className,
}: {
  productId?: string | undefined;
  className?: string | undefined;
}) {
  const { data } = useAttention();
  return missingCardsIn(data?.items ?? [], productId).map((item) => {
    const product = item.productName;
    return (
      <Alert
        key={item.subscriptionId}
        tone="bad"
        className={className ?? ''}
        actions={
          can('subscriptions.manage') && (
            <ChangeCardLink of={item} variant="danger" size="sm">
              <Trans>Choose a card</Trans>
              <span className="sr-only">{product}</span>
            </ChangeCardLink>
          )
        }
      >
        <strong className="font-semibold">
          <Trans>No card pays for {product}.</Trans>
        </strong>{' '}
        <WithoutCard item={item} />
      </Alert>
    );
  });
}
