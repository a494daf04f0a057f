import { Trans } from '@lingui/react/macro';
import { can } from '../../../lib/permissions.ts';
import { Day } from '../../../ui/moment.tsx';
import type { MissingCard } from '../model/attention.ts';

/** The effect of a missing card, and the users who can choose one. */
export function WithoutCard({ item: { nextCharge } }: { item: MissingCard }) {
  const charge = nextCharge && <Day at={nextCharge} isShort />;
  return (
    <>
      {charge ? (
        <Trans>Without one the charge of {charge} fails, and the subscription ends if it stays unpaid.</Trans>
      ) : (
        <Trans>Without one the next charge fails, and the subscription ends if it stays unpaid.</Trans>
      )}
      {!can('subscriptions.manage') && (
        <>
          {' '}
          <Trans>The owner and the admins of your account can choose a card.</Trans>
        </>
      )}
    </>
  );
}
