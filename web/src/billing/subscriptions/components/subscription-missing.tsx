import { Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

export interface UnboughtProduct {
  id: string;
  displayName: string;
}

interface SubscriptionMissingProps {
  title: string;
  /** The product of the address, if the account has no active subscription to it. */
  product?: UnboughtProduct | undefined;
}

/** The subscription does not exist, or belongs to another account. Offers the plans of a product that is not bought (SUB-40). */
export function SubscriptionMissing({ title, product }: SubscriptionMissingProps) {
  const name = product?.displayName;
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={SearchX}
          title={
            name ? (
              <Trans>You have no active subscription to {name}</Trans>
            ) : (
              <Trans>This subscription was not found</Trans>
            )
          }
          description={!name && <Trans>It may belong to another account, or the address may be wrong.</Trans>}
          action={
            product ? (
              <ButtonLink to="/Products/$id/Subscription" params={{ id: product.id }} variant="primary">
                <Trans>See the plans</Trans>
              </ButtonLink>
            ) : (
              <ButtonLink to="/Billing/Subscriptions">
                <Trans>See all subscriptions</Trans>
              </ButtonLink>
            )
          }
        />
      </Card>
    </>
  );
}
