import { Trans } from '@lingui/react/macro';
import { CreditCard } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { AddCardButton } from '../../cards/components/add-card-button.tsx';

/** The only content for an account that never bought anything. */
export function NothingYet({ mayAddCard }: { mayAddCard: boolean }) {
  return (
    <Card>
      <EmptyState
        icon={CreditCard}
        title={<Trans>No charges yet</Trans>}
        description={
          <Trans>Once you subscribe to a product, your next charge, cards, invoices and payments appear here.</Trans>
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to="/products" variant="primary">
              <Trans>Browse products</Trans>
            </ButtonLink>
            {mayAddCard && <AddCardButton />}
          </div>
        }
      />
    </Card>
  );
}
