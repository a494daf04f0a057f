import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { useCards } from '../api/list-cards.ts';
import { mayAddCards } from '../card-rules.ts';
import { UnsettledContext } from '../unsettled-cards.ts';
import { AddCardButton } from './add-card-button.tsx';
import { CardList } from './card-list.tsx';

interface CardsCardProps {
  /** The notice that a change of the cards is pending, which blocks other changes. */
  unsettledNotice: ReactNode;
}

/** The saved cards on the dashboard. An empty list explains how to add the first. */
export function CardsCard({ unsettledNotice }: CardsCardProps) {
  const noticeId = useId();
  const hasCards = (useCards().data?.items.length ?? 0) > 0;
  return (
    <UnsettledContext value={unsettledNotice ? noticeId : null}>
      <Card className="overflow-hidden">
        <CardHeader
          className="min-h-14 px-pad py-2 max-sm:min-h-11"
          title={<Trans>Payment methods</Trans>}
          action={hasCards && mayAddCards(preloaded()) && <AddCardButton size="sm" />}
        />
        {unsettledNotice && (
          <div id={noticeId} className="px-pad pb-4">
            {unsettledNotice}
          </div>
        )}
        <CardList />
      </Card>
    </UnsettledContext>
  );
}
