import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { preloaded } from '../../../lib/preloaded.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { useReservedHeight } from '../../../ui/reserved-room.tsx';
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
  const { data } = useCards();
  const hasCards = data !== undefined && data.items.length > 0;
  const { ref, height } = useReservedHeight('cards', data !== undefined);
  return (
    <UnsettledContext value={unsettledNotice ? noticeId : null}>
      <Card ref={ref} className="overflow-hidden" style={{ minHeight: height }}>
        <CardHeader
          className="min-h-14 px-pad py-2"
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
