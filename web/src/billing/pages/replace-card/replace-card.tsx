import { Plural, Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { useBrandName } from '../../../lib/card-brands.ts';
import { isDueLater } from '../../../lib/due.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { useAttention } from '../../../notices/attention/attention.api.ts';
import { type Unpaid, unpaidIn } from '../../../notices/attention/model/attention.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { Day } from '../../../ui/moment.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { useNextPayments } from '../../billing-overviews/billing-overviews.api.ts';
import { type SavedCard, useCards } from '../../cards/api/list-cards.ts';
import { type PaidSubscription, usePaidSubscriptions } from '../../cards/api/list-paid-subscriptions.ts';
import { newCard } from '../../cards/card-rules.ts';
import { CardPicker } from '../../cards/components/card-picker.tsx';
import { useCardsNotice } from '../../operations/cards-notice.tsx';
import { KnownLogo } from '../overview/known-logo.tsx';
import { useReplacement } from './use-replacement.ts';

interface ReplaceCardProps {
  paymentMethodId: string;
  onClose: () => void;
}

/** The replacement of a saved card, once the card is known. */
export function ReplaceCard({ paymentMethodId, onClose }: ReplaceCardProps) {
  const query = useCards();
  const card = query.data?.items.find(({ stripeId }) => stripeId === paymentMethodId);
  // The dialog still shows the card after the replacement has deleted it.
  const [shown, setShown] = useState<SavedCard>();
  if (card && !shown) setShown(card);
  if (shown) return <ReplaceCardDialog card={shown} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={<Trans>Replace card</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {query.isPending ? <SkeletonText lines={3} /> : <Trans>This card is no longer saved.</Trans>}
    </Dialog>
  );
}

/** Moves everything that a card pays for to a new or another saved card, and pays a past-due invoice on request. */
function ReplaceCardDialog({ card, onClose }: { card: SavedCard; onClose: () => void }) {
  const formId = useId();
  const paid = usePaidSubscriptions(card);
  const owed = usePastDue(paid ?? []);
  const replacement = useReplacement(card.stripeId, onClose);
  const [deletesReplaced, setDeletesReplaced] = useState(true);
  const [paysNow, setPaysNow] = useState(false);
  const [hasCards, setHasCards] = useState(false);
  const { isWorking } = replacement;
  const name = useCardText(card);
  const amount = useAmountOf(owed);
  const cardsNotice = useCardsNotice();
  return (
    <Dialog
      open
      size="lg"
      isBusy={isWorking}
      onOpenChange={(next) => !next && onClose()}
      title={<Trans>Replace {name}</Trans>}
      description={<ReplacementSummary count={paid?.length ?? 1} paysNow={paysNow} />}
      footer={
        <FormButtons formId={formId} isPending={isWorking} onCancel={onClose} isDisabled={!hasCards || !paid}>
          {paysNow ? <Trans>Replace card and pay {amount}</Trans> : <Trans>Replace card</Trans>}
        </FormButtons>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void replacement.submit({ deletesReplaced, owed: paysNow ? owed : undefined });
        }}
      >
        <PaidList paid={paid} />
        <CardPicker
          ref={replacement.picker}
          billingDetails={{ name: preloaded().user?.name ?? '' }}
          without={card.stripeId}
          preferred={newCard}
          unsettledNotice={cardsNotice}
          disabled={isWorking}
          onReady={() => setHasCards(true)}
        />
        {replacement.error && <ShownAlert>{replacement.error}</ShownAlert>}
        <ReplacementOptions
          name={name}
          owed={owed}
          isWorking={isWorking}
          deletesReplaced={deletesReplaced}
          onDelete={setDeletesReplaced}
          paysNow={paysNow}
          onPay={setPaysNow}
        />
      </form>
    </Dialog>
  );
}

interface ReplacementOptionsProps {
  /** The replaced card. */
  name: string;
  owed: Unpaid | undefined;
  isWorking: boolean;
  deletesReplaced: boolean;
  onDelete: (isWanted: boolean) => void;
  paysNow: boolean;
  onPay: (isWanted: boolean) => void;
}

/** Offers to delete the replaced card, and to pay a past-due invoice with the other one. */
function ReplacementOptions({
  name,
  owed,
  isWorking,
  deletesReplaced,
  onDelete,
  paysNow,
  onPay,
}: ReplacementOptionsProps) {
  const amount = useAmountOf(owed);
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label={<Trans>Then delete {name}</Trans>}
        checked={deletesReplaced}
        disabled={isWorking}
        onChange={(event) => onDelete(event.target.checked)}
      />
      {owed && (
        <Checkbox
          label={<Trans>Pay {amount} now with this card</Trans>}
          hint={owed.subscription && <Trans>The past-due invoice for {owed.subscription.productName}.</Trans>}
          checked={paysNow}
          disabled={isWorking}
          onChange={(event) => onPay(event.target.checked)}
        />
      )}
    </div>
  );
}

/** 'Visa •••• 4242' */
function useCardText({ card: { brand, last4 } }: SavedCard): string {
  const name = useBrandName()(brand);
  return last4 ? `${name} •••• ${last4}` : name;
}

/** The past-due invoice of a subscription that the card pays for, if the user may pay it. */
function usePastDue(paid: readonly PaidSubscription[]): Unpaid | undefined {
  const ids = new Set(paid.map(({ id }) => id));
  const unpaid = unpaidIn(useAttention().data?.items ?? []);
  if (!can('invoices.pay')) return undefined;
  return unpaid.find((item) => item.subscription && ids.has(item.subscription.subscriptionId) && !isDueLater(item));
}

function useAmountOf(owed: Unpaid | undefined): string {
  const { money } = useFormat();
  return owed ? money(owed.amount, owed.currency) : '';
}

function ReplacementSummary({ count, paysNow }: { count: number; paysNow: boolean }) {
  return (
    <>
      <Plural
        value={count}
        one="The other card takes over the subscription."
        other="The other card takes over all # subscriptions."
      />{' '}
      {!paysNow && <Trans>Nothing is charged today.</Trans>}
    </>
  );
}

/** The subscriptions of the card, each with its next charge. */
function PaidList({ paid }: { paid: readonly PaidSubscription[] | undefined }) {
  const { money } = useFormat();
  const payments = useNextPayments().data?.items ?? [];
  if (!paid) return <SkeletonText lines={2} />;
  return (
    <ul className="divide-y divide-line rounded-card border border-line px-4">
      {paid.map(({ id, productId, productName }) => {
        const payment = payments.find(({ subscriptionId }) => subscriptionId === id);
        const amount = payment && money(payment.amountDue, payment.currency);
        const day = payment && <Day at={payment.at} isShort />;
        return (
          <li key={id} className="flex min-h-11 items-center gap-3 py-2">
            <KnownLogo productId={productId} name={productName} size="sm" />
            <span className="min-w-0 flex-1 truncate">{productName}</span>
            {payment && (
              <span className="text-muted tabular-nums">
                <Trans>
                  {amount} on {day}
                </Trans>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
