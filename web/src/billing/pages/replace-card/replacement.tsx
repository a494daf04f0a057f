import { useState } from 'react';
import { cardReplacementRequest } from '../../../lib/card-replacement-request.ts';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { useStore } from '../../../lib/use-store.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const ReplaceCard = lazyPartWith(['pay'], () => import('./replace-card.tsx').then((module) => module.ReplaceCard));

/** Opens the replacement of a saved card when a part of the page requests it (CARD-21). */
export function Replacement() {
  const request = useStore(cardReplacementRequest);
  const [attempt, setAttempt] = useState(0);
  if (request === null) return null;
  const close = () => cardReplacementRequest.set(null);
  const giveUp = () => {
    setAttempt(attempt + 1);
    close();
  };
  return (
    <PartBoundary key={attempt} onFailure={giveUp}>
      <ReplaceCard key={request.paymentMethodId} paymentMethodId={request.paymentMethodId} onClose={close} />
    </PartBoundary>
  );
}
