import { Plural, Trans } from '@lingui/react/macro';
import { cardName } from '../../../lib/card-brands.ts';
import { isDueLater } from '../../../lib/due.ts';
import { can } from '../../../lib/permissions.ts';
import { useUnits } from '../../../lib/units.ts';
import { Day } from '../../../ui/moment.tsx';
import type { Unpaid } from '../model/attention.ts';

/** Why an invoice is unpaid, when it is retried, and how long the product continues to work. */
export function WhyUnpaid({ item }: { item: Unpaid }) {
  const { subscription } = item;
  return (
    <>
      <Overdue item={item} /> <Refusal item={item} /> <NextTry item={item} />{' '}
      {subscription && !isDueLater(item) && <Consequence subscription={subscription} />}{' '}
      {!can('invoices.pay') && <Trans>The owner and the admins of your account can pay it.</Trans>}
    </>
  );
}

function Refusal({ item: { card, failedAt } }: { item: Unpaid }) {
  const paidWith = card && cardName(card);
  const failed = failedAt && <Day at={failedAt} isShort />;
  if (!failed) return null;
  return paidWith ? (
    <Trans>
      {paidWith} was declined on {failed}.
    </Trans>
  ) : (
    <Trans>The payment failed on {failed}.</Trans>
  );
}

/** The deadline: the last attempt ends a subscription that stays unpaid (LATE-2). */
function NextTry({ item: { nextAttempt, isLastAttempt, subscription } }: { item: Unpaid }) {
  const next = nextAttempt && <Day at={nextAttempt} isShort />;
  if (!next) return null;
  if (!isLastAttempt) return <Trans>We try again on {next}.</Trans>;
  return subscription ? (
    <Trans>The last try is on {next}. The subscription ends if it fails.</Trans>
  ) : (
    <Trans>The last try is on {next}.</Trans>
  );
}

/** Shows that the due day has passed. */
function Overdue({ item }: { item: Unpaid }) {
  const { dueDate, failedAt } = item;
  if (dueDate === null || failedAt !== null || isDueLater(item)) return null;
  const day = <Day at={dueDate} isShort />;
  return <Trans>It was due on {day}.</Trans>;
}

function Consequence({
  subscription: { hasEnded, quantity, unit, worksUntil },
}: {
  subscription: NonNullable<Unpaid['subscription']>;
}) {
  const units = useUnits();
  const until = worksUntil && <Day at={worksUntil} isShort />;
  const counted = units.count(unit, quantity);
  const one = unit.one;
  return (
    <>
      {hasEnded && <Trans>The subscription ended because it was not paid.</Trans>}{' '}
      {until && !hasEnded && <Trans>Access ends on {until} if it is still unpaid.</Trans>}
      {until && hasEnded && (
        <Plural
          value={quantity}
          one={`Your ${one} keeps working until ${until}.`}
          other={`Your ${counted} keep working until ${until}.`}
        />
      )}
    </>
  );
}
