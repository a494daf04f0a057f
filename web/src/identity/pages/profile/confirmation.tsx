import { useState } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { confirmationRequest } from '../../../lib/confirmation.ts';
import { useStore } from '../../../lib/use-store.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const ConfirmationQuestion = lazyPartWith(['profile'], () =>
  import('./confirmation-question.tsx').then((module) => module.ConfirmationQuestion),
);

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
