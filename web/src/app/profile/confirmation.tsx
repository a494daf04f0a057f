import type { Profile } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { confirmationRequest } from '../../lib/confirmation.ts';
import { lazyPart } from '../../lib/lazy.tsx';
import { useStore } from '../../lib/use-store.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const ConfirmationDialog = lazyPart(() =>
  import('../../features/profile/index.ts').then((module) => module.ConfirmationDialog),
);

/** Asks the user to confirm, whenever something of the page waits for it (CON-1). */
export function Confirmation({
  profile,
  passkey,
}: {
  profile: Profile;
  passkey: (onConfirmed: () => void) => ReactNode;
}) {
  const request = useStore(confirmationRequest);
  const [attempt, setAttempt] = useState(0);
  if (!request) return null;
  return (
    <PartBoundary
      key={attempt}
      onFailure={() => {
        setAttempt(attempt + 1);
        request.onCanceled();
      }}
    >
      <ConfirmationDialog
        request={request}
        login={profile.login}
        hasPassword={profile.hasPassword}
        passkey={profile.confirmableBy.includes('passkey') && passkey(request.onConfirmed)}
      />
    </PartBoundary>
  );
}
