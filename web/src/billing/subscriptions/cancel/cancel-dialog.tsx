import { Trans, useLingui } from '@lingui/react/macro';
import type { CancellationReason } from '@portico/contract';
import { useEffect, useRef, useState } from 'react';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { OpenedConfirmDialogProps } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Day } from '../../../ui/moment.tsx';
import { controlClasses } from '../../../ui/text-input.tsx';
import type { SubscriptionDetail } from '../subscriptions.api.ts';
import { useGiveReason } from '../subscriptions.api.ts';
import { CancelLosses } from './cancel-losses.tsx';
import { CancelOffer } from './cancel-offer.tsx';
import { CancelReasons } from './cancel-reasons.tsx';
import type { CancellationOffer } from './cancellation-offers-query.ts';
import { useCancellationOffers } from './cancellation-offers-query.ts';

interface CancelDialogProps extends OpenedConfirmDialogProps {
  subscription: SubscriptionDetail;
}

/** Milliseconds in which the button that replaces 'Continue' is disabled, so that a double click does not press it. */
const doubleClick = 600;

/**
 * Cancels a subscription in two steps: what is lost and when, then an optional reason with the vendor's offers
 * (CXL-1).
 */
export function CancelDialog(props: CancelDialogProps) {
  const { open, onOpenChange, subscription, isPending, error, onConfirm } = props;
  const keep = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useStep();
  const { reason, giveReason, comment, setComment, finish } = useReason(subscription.id);
  const [isFinishing, setIsFinishing] = useState(false);
  const isBusy = isPending || isFinishing;
  const close = () => onOpenChange(false);
  const confirm = async () => {
    setIsFinishing(true);
    await finish();
    setIsFinishing(false);
    onConfirm();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      isBusy={isBusy}
      initialFocus={keep}
      title={step === 'losses' ? <Trans>Cancel this subscription?</Trans> : <Trans>Why do you cancel?</Trans>}
      description={
        step === 'losses' ? (
          <UntilWhen subscription={subscription} />
        ) : (
          <Trans>One click helps us to do better. You can skip this.</Trans>
        )
      }
      footer={
        <>
          <Button ref={keep} disabled={isBusy} onClick={close}>
            <Trans>Keep subscription</Trans>
          </Button>
          {step === 'losses' ? (
            <Button variant="danger" onClick={() => setStep('why')}>
              <Trans>Continue</Trans>
            </Button>
          ) : (
            // An offer may have the filled button of this step.
            <Button variant="dangerSecondary" disabled={step === 'why'} pending={isBusy} onClick={() => void confirm()}>
              {reason ? <Trans>Cancel subscription</Trans> : <Trans>Skip and cancel</Trans>}
            </Button>
          )}
        </>
      }
    >
      {step === 'losses' ? (
        <CancelLosses subscription={subscription} />
      ) : (
        <div className="flex flex-col gap-4">
          <CancelReasons value={reason} onChange={giveReason} disabled={isBusy} />
          <Offers {...{ subscription, reason }} disabled={isBusy} beforeStay={finish} onStay={close} />
          {reason && <Comment text={comment} onChange={setComment} disabled={isBusy} />}
          {Boolean(error) && <Alert tone="bad">{describeProblem(error)}</Alert>}
        </div>
      )}
    </Dialog>
  );
}

/** The current step. The last step's button is enabled a moment after it is shown. */
function useStep() {
  const [step, setStep] = useState<'losses' | 'why' | 'armed'>('losses');
  useEffect(() => {
    if (step !== 'why') return;
    const timer = setTimeout(() => setStep('armed'), doubleClick);
    return () => clearTimeout(timer);
  }, [step]);
  return [step, setStep] as const;
}

/** The reason, which is sent when it is chosen, and the comment, which is sent at the end. */
function useReason(subscriptionId: number) {
  const [reason, setReason] = useState<CancellationReason | null>(null);
  const [comment, setComment] = useState('');
  const giving = useGiveReason(subscriptionId);
  const giveReason = (given: CancellationReason) => {
    setReason(given);
    giving.send({ reason: given, comment });
  };
  const finish = () => giving.finish(reason && { reason, comment });
  return { reason, giveReason, comment, setComment, finish };
}

function UntilWhen({ subscription }: { subscription: SubscriptionDetail }) {
  const { productName: product, expirationDate, trial, amount } = subscription;
  const end = expirationDate && <Day at={expirationDate} />;
  if (!end) return <Trans>{product} will no longer be renewed.</Trans>;
  if (trial) {
    return (
      <Trans>
        You can use {product} until your trial ends on {end}. You can restore the subscription until then.
      </Trans>
    );
  }
  if (amount === 0) {
    return (
      <Trans>
        You can use {product} until {end}. You can restore the subscription until then.
      </Trans>
    );
  }
  return (
    <Trans>
      You can use {product} until {end}; it will not be renewed, and what you have paid is not refunded. You can restore
      the subscription until then.
    </Trans>
  );
}

interface OffersProps {
  subscription: SubscriptionDetail;
  reason: CancellationReason | null;
  disabled: boolean;
  beforeStay: () => Promise<void>;
  onStay: () => void;
}

/** The vendor's offers for the reason; without a reason, the offers for every reason. */
function Offers({ subscription, reason, ...controls }: OffersProps) {
  const offers = offersFor(useCancellationOffers(subscription.id, { enabled: true }), reason);
  if (offers.length === 0) return null;
  return (
    <section aria-live="polite">
      <h3 className="mb-2 font-medium">
        <Trans>Before you go</Trans>
      </h3>
      <ul className="flex flex-col gap-2">
        {offers.map((offer) => (
          <CancelOffer key={offer.id} {...{ offer, subscription }} {...controls} />
        ))}
      </ul>
    </section>
  );
}

interface CommentProps {
  text: string;
  onChange: (text: string) => void;
  disabled: boolean;
}

function Comment({ text, onChange, disabled }: CommentProps) {
  const { t } = useLingui();
  return (
    <Field label={t`What should we know?`} hint={<Trans>Optional</Trans>}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={500}
          value={text}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlClasses} h-auto py-2`}
        />
      )}
    </Field>
  );
}

/**
 * The offers for a reason, those that name it first. Offers for every reason are also shown if no reason was given
 * (CXL-5).
 */
export function offersFor(
  offers: readonly CancellationOffer[],
  reason: CancellationReason | null,
): readonly CancellationOffer[] {
  const named = offers.filter(({ reasons }) => reason !== null && reasons.includes(reason));
  return [...named, ...offers.filter(({ reasons }) => reasons.length === 0)];
}
