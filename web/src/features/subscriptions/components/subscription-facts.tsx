import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import type { SubscriptionDetail } from '../api/get-subscription.ts';
import { nextStep } from '../subscription-rules.ts';
import { useAmountText } from './subscription-text.tsx';

export const factsClasses = 'grid grid-cols-2 gap-x-6 gap-y-5 px-4 py-5 md:grid-cols-3';

interface SubscriptionFactsProps {
  subscription: SubscriptionDetail;
  renderCard: (card: NonNullable<SubscriptionDetail['paymentMethod']>) => ReactNode;
}

/** Plan, amount, dates and payment method. */
export function SubscriptionFacts({ subscription, renderCard }: SubscriptionFactsProps) {
  const { date, number } = useFormat();
  const amount = useAmountText()(subscription);
  const { paymentMethod, expirationDate, cancelAt } = subscription;
  const step = nextStep(subscription);
  return (
    <Card>
      <dl className={factsClasses}>
        <Fact label={<Trans>Plan</Trans>}>
          {subscription.subscriptionPlanName}
          {subscription.subscriptionPlanDescription && (
            <span className="mt-0.5 block text-sm text-muted">{subscription.subscriptionPlanDescription}</span>
          )}
        </Fact>
        <Fact label={<Trans>Amount, before tax</Trans>}>
          <span className="tabular-nums">{amount}</span>
        </Fact>
        <Fact label={<Trans>Quantity</Trans>}>{number(subscription.quantity)}</Fact>
        <Fact label={step === 'starts' ? <Trans>Starts on</Trans> : <Trans>Started on</Trans>}>
          {date(subscription.startDate)}
        </Fact>
        <Fact label={<DateLabel step={step} />}>
          {cancelAt ? date(cancelAt) : expirationDate ? date(expirationDate) : <Trans>No end date</Trans>}
        </Fact>
        <Fact label={<Trans>Payment method</Trans>}>
          {paymentMethod ? (
            renderCard(paymentMethod)
          ) : subscription.amount === 0 ? (
            <Trans>None needed</Trans>
          ) : (
            <Trans>No card saved</Trans>
          )}
        </Fact>
      </dl>
    </Card>
  );
}

function DateLabel({ step }: { step: ReturnType<typeof nextStep> }) {
  switch (step) {
    case 'expired':
      return <Trans>Expired on</Trans>;
    case 'ended':
      return <Trans>Ended on</Trans>;
    case 'ends':
      return <Trans>Ends on</Trans>;
    case 'trialEnds':
      return <Trans>Trial ends on</Trans>;
    default:
      return <Trans>Renews on</Trans>;
  }
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 min-h-6 font-medium [&_.text-muted]:font-normal">{children}</dd>
    </div>
  );
}
