import { useState } from 'react';
import { withCatalog } from '../../../app/catalogs.ts';
import { confirmationRequest } from '../../../lib/confirmation.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { useStore } from '../../../lib/use-store.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const ConfirmationQuestion = lazyPart(async () => {
  const module = await withCatalog('profile', () => import('./confirmation-question.tsx'));
  return module.ConfirmationQuestion;
});

/** Asks the user to confirm, whenever something of the page waits for it (CON-1). */
export function Confirmation() {
  const request = useStore(confirmationRequest);
  const [attempt, setAttempt] = useState(0);
  if (!request) return null;
  const giveUp = () => {
    setAttempt(attempt + 1);
    request.onCanceled();
  };
  return (
    <PartBoundary key={attempt} onFailure={giveUp}>
      <ConfirmationQuestion request={request} />
    </PartBoundary>
  );
}
