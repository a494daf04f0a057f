import { Trans } from '@lingui/react/macro';
import { Repeat } from 'lucide-react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';

/** Links to the products for an account without a subscription. */
export function NoSubscriptions({ className }: { className?: string }) {
  return (
    <EmptyState
      className={className}
      icon={Repeat}
      title={<Trans>No subscription yet</Trans>}
      description={<Trans>Choose a product and a plan to begin.</Trans>}
      action={
        <ButtonLink to="/products" variant="primary">
          <Trans>See the products</Trans>
        </ButtonLink>
      }
    />
  );
}
