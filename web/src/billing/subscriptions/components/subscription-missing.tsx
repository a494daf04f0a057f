import { Trans } from '@lingui/react/macro';
import { SearchX } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

/** The subscription does not exist, or belongs to another account. */
export function SubscriptionMissing({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={SearchX}
          title={<Trans>This subscription was not found</Trans>}
          description={<Trans>It may belong to another account, or the address may be wrong.</Trans>}
          action={
            <ButtonLink to="/Billing/Subscriptions">
              <Trans>See all subscriptions</Trans>
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
