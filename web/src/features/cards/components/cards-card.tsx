import { Trans } from '@lingui/react/macro';
import { preloaded } from '../../../lib/preloaded.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { useCards } from '../api/list-cards.ts';
import { mayAddCards } from '../card-rules.ts';
import { AddCardButton } from './add-card-button.tsx';
import { CardTable } from './card-table.tsx';

/** The saved cards as the dashboard shows them. Without any, the table itself says how to add the first. */
export function CardsCard() {
  const hasCards = (useCards().data?.items.length ?? 0) > 0;
  return (
    <Card>
      <CardHeader
        className="min-h-14 px-4 py-3"
        title={<Trans>Payment cards</Trans>}
        action={hasCards && mayAddCards(preloaded()) && <AddCardButton size="sm" />}
      />
      <CardTable />
    </Card>
  );
}
