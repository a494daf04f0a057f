import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { useUnits } from '../../../lib/units.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Day } from '../../../ui/moment.tsx';
import { type Loss, listLosses } from '../cancellation-losses.ts';
import type { SubscriptionDetail } from '../subscriptions.api.ts';

/** When a subscription ends, what is lost then and what remains (CXL-1). */
export function CancelLosses({ subscription }: { subscription: SubscriptionDetail }) {
  const { money } = useFormat();
  const credit = useCredit();
  const { expirationDate, seats, status, scheduledChange } = subscription;
  const end = expirationDate && <Day at={expirationDate} />;
  const kept = credit && credit.endingBalance > 0 ? money(credit.endingBalance, credit.currency) : null;
  const losses = listLosses(subscription);
  return (
    <div className="flex flex-col gap-4">
      {status === 3 && (
        <Alert tone="warning">
          <Trans>The open invoice is still to be paid.</Trans>
        </Alert>
      )}
      {(losses.length > 0 || scheduledChange) && (
        <section>
          <h3 className="mb-2 font-medium">
            {end ? <Trans>What you lose on {end}</Trans> : <Trans>What you lose</Trans>}
          </h3>
          <ul className="flex flex-col gap-2">
            {losses.map((loss) => (
              <Line key={loss.kind === 'discount' ? `discount ${loss.name}` : loss.kind}>
                <LossText loss={loss} subscription={subscription} />
              </Line>
            ))}
            {scheduledChange && (
              <Line>
                <Trans>The change that was scheduled for the end of the period; restoring does not bring it back</Trans>
              </Line>
            )}
          </ul>
        </section>
      )}
      <section>
        <h3 className="mb-2 font-medium">
          <Trans>What stays</Trans>
        </h3>
        <ul className="flex flex-col gap-2">
          <Line isKept>
            <Trans>Your invoices and receipts</Trans>
          </Line>
          {kept && (
            <Line isKept>
              <Trans>Your credit of {kept}, for what you buy later</Trans>
            </Line>
          )}
          {seats && (
            <Line isKept>
              <Trans>Your serial number and your list of devices, should you subscribe again</Trans>
            </Line>
          )}
        </ul>
      </section>
    </div>
  );
}

function Line({ isKept = false, children }: { isKept?: boolean; children: ReactNode }) {
  const Icon = isKept ? CircleCheck : CircleMinus;
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${isKept ? 'text-ok' : 'text-bad'}`} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}

function LossText({ loss, subscription }: { loss: Loss; subscription: SubscriptionDetail }) {
  const units = useUnits();
  const { unit, productName } = subscription;
  switch (loss.kind) {
    case 'devices':
      return (
        <>
          <span className="font-medium">{units.count(unit, loss.inUse)}</span>{' '}
          <Plural value={loss.inUse} one="in use stops working" other="in use stop working" />
        </>
      );
    case 'quantity':
      return <span className="font-medium">{units.count(unit, loss.quantity)}</span>;
    case 'addons': {
      const captions = loss.captions.join(', ');
      return (
        <>
          <Plural value={loss.captions.length} one="Your add-on:" other="Your add-ons:" />{' '}
          <span className="font-medium">{captions}</span>
        </>
      );
    }
    case 'discount': {
      const { name, until } = loss;
      const day = until && <Day at={until} />;
      return day ? (
        <Trans>
          Your discount “{name}”, which would run until {day}
        </Trans>
      ) : (
        <Trans>Your discount “{name}”, which would not end</Trans>
      );
    }
    case 'link':
      return <Trans>Access to {productName}</Trans>;
    case 'trial':
      return <Trans>The trial, which cannot be begun again</Trans>;
  }
}

/** The account's credit; undefined while it is unknown, or if the user may not see it. */
function useCredit() {
  const { data } = useQuery({
    queryKey: ['customers', 'balance'],
    queryFn: ({ signal }) => api('GET /api/Billing/Balance', { signal }),
    meta: { showsErrors: true },
    enabled: can('billing.view'),
  });
  return data;
}
