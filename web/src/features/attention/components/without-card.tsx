import { Trans } from '@lingui/react/macro';
import { can } from '../../../lib/permissions.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import type { MissingCard } from '../model/attention.ts';

/** What comes of a missing card, and who can choose one. */
export function WithoutCard({ item: { nextCharge } }: { item: MissingCard }) {
  const day = useShortDate();
  const charge = nextCharge && day(nextCharge);
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
