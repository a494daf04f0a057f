import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { UnsettledAlert } from './unsettled-alert.tsx';
import { useAreCardsUnsettled } from './unsettled-operations.ts';

/**
 * The notice that a change of the saved cards is pending: a card that is added, made the default or deleted; null if
 * none is.
 */
export function useCardsNotice(): ReactNode {
  const areUnsettled = useAreCardsUnsettled();
  return areUnsettled ? <CardsNotice /> : null;
}

function CardsNotice() {
  return (
    <UnsettledAlert title={<Trans>A change of your cards is being confirmed</Trans>}>
      <Trans>
        The payment provider has not answered yet. You do not have to do anything: the result appears here
        automatically.
      </Trans>
    </UnsettledAlert>
  );
}
