import { Plural, Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/link.tsx';

/**
 * Says that no trial of a product runs, and offers to start it if the account still may (TRL-10). Renders nothing during
 * a trial.
 */
export function TrialOffer({ product: { id, displayName, holding, trialDays } }: { product: Application }) {
  if (holding?.trial) return null;
  return (
    <Alert
      tone="info"
      actions={
        !holding && (
          <ButtonLink to="/Products/$id/Subscription" params={{ id }} variant="primary" size="sm">
            {trialDays === null ? <Trans>See the plans</Trans> : <Trans>Start the trial</Trans>}
          </ButtonLink>
        )
      }
    >
      {holding ? (
        <Trans>You subscribe to {displayName}, so no trial runs.</Trans>
      ) : trialDays === null ? (
        <Trans>No trial of {displayName} is available to your account.</Trans>
      ) : (
        <Trans>
          Your trial of {displayName} has not begun.{' '}
          <Plural value={trialDays} one="It is free for # day." other="It is free for # days." />
        </Trans>
      )}
    </Alert>
  );
}
