import { Trans, useLingui } from '@lingui/react/macro';
import type { InvoicePayment } from '@portico/contract';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useInvoicePayment } from '../invoices.api.ts';
import { FinalOutcome, LastAttempt } from './payment-outcome.tsx';
import { type PayState, usePayInvoiceWithCard } from './use-invoice-payment.ts';

/** The choice of a card, provided by the page. */
export interface CardChoiceHandle {
  /** Returns the card to pay with; a new one is saved first. `error` has been shown already. */
  submit: () => Promise<{ paymentMethodId: string } | { error: string }>;
}

export interface CardChoiceSlot {
  ref: Ref<CardChoiceHandle>;
  /** The card that is selected at first. */
  preferred: string | null;
  disabled: boolean;
  /** Called with the id of the selected saved card, null for a new one. */
  onSelect: (paymentMethodId: string | null) => void;
  /** Called once a card is shown as selected. */
  onReady: () => void;
}

interface PayDialogProps {
  /** The invoice's id at the payment provider. */
  invoiceId: string;
  onClose: () => void;
  renderCards: (slot: CardChoiceSlot) => ReactNode;
}

/** Pays an invoice with a saved or a new card, inside the portal even while the cardholder confirms (INV-26). */
export function PayDialog({ invoiceId, onClose, renderCards }: PayDialogProps) {
  const query = useInvoicePayment(invoiceId);
  const { state, pay, reset } = usePayInvoiceWithCard(invoiceId);
  const { cards, keepCard, setKeepCard, isSubmitting, submit } = useCardSubmission(pay);
  const [hasCards, setHasCards] = useState(false);
  const { data: payment } = query;
  const isWorking = isSubmitting || state.phase === 'paying' || state.phase === 'pending';
  const isOver = state.phase === 'paid' || (payment !== undefined && payment.status !== 'open');

  return (
    <Dialog
      open
      // The bank's own dialog is above this one.
      isBusy={isSubmitting || state.phase === 'authenticating'}
      onOpenChange={(next) => !next && onClose()}
      title={<Trans>Pay the invoice</Trans>}
      description={payment && <About payment={payment} />}
      footer={
        isOver ? (
          <Button variant="primary" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        ) : (
          <Footer
            payment={payment}
            state={state}
            isWorking={isWorking}
            hasCards={hasCards}
            onClose={onClose}
            onSubmit={() => void submit()}
            onConfirm={() => state.phase === 'unconfirmed' && void pay(state.payment)}
          />
        )
      }
    >
      <QueryView query={query} missing={<Trans>This invoice was not found</Trans>} skeletonClassName="h-64">
        {(found) =>
          isOver ? (
            <FinalOutcome payment={found} state={state} />
          ) : (
            <div className="flex flex-col gap-4">
              <LastAttempt payment={found} state={state} onOtherCard={reset} />
              {state.phase !== 'unconfirmed' && (
                <CardPart
                  payment={found}
                  isBusy={isWorking || state.phase === 'authenticating'}
                  keepCard={keepCard}
                  onKeepCard={setKeepCard}
                  renderCards={(slot) => renderCards({ ...slot, ref: cards, onReady: () => setHasCards(true) })}
                />
              )}
            </div>
          )
        }
      </QueryView>
    </Dialog>
  );
}

/** Determines the card and pays with it. */
function useCardSubmission(pay: ReturnType<typeof usePayInvoiceWithCard>['pay']) {
  const cards = useRef<CardChoiceHandle>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [keepCard, setKeepCard] = useState(true);
  async function submit() {
    if (isSubmitting) return;
    setIsSubmitting(true);
    try {
      const chosen = await cards.current?.submit();
      if (chosen && 'paymentMethodId' in chosen) await pay({ paymentMethodId: chosen.paymentMethodId, keepCard });
    } finally {
      setIsSubmitting(false);
    }
  }
  return { cards, keepCard, setKeepCard, isSubmitting, submit };
}

function About({ payment: { productName, number } }: { payment: InvoicePayment }) {
  if (productName && number)
    return (
      <Trans>
        {productName}, invoice {number}
      </Trans>
    );
  return productName ?? number;
}

interface CardPartProps {
  payment: InvoicePayment;
  isBusy: boolean;
  keepCard: boolean;
  onKeepCard: (keepCard: boolean) => void;
  renderCards: (slot: Omit<CardChoiceSlot, 'ref' | 'onReady'>) => ReactNode;
}

/** The amount due, the card, and whether it pays the next renewals too (INV-27). */
function CardPart({ payment, isBusy, keepCard, onKeepCard, renderCards }: CardPartProps) {
  const { t } = useLingui();
  const { money } = useFormat();
  const { unsettled, lastTry, chargedPaymentMethodId: charged } = payment;
  const [selected, setSelected] = useState<string | null | undefined>();
  // A declined card is not preselected if there is another one (INV-28).
  const preferred = unsettled?.paymentMethodId ?? (lastTry?.paymentMethodId === charged ? null : charged);
  const pays = selected === undefined ? preferred : selected;
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 rounded-card border border-line bg-canvas px-4 py-3">
        <span className="text-muted">
          <Trans>Amount due</Trans>
        </span>
        <span className="text-2xl font-semibold tracking-tight tabular-nums">
          {money(payment.amount, payment.currency)}
        </span>
      </p>
      <section aria-label={t`Pay with`}>{renderCards({ preferred, disabled: isBusy, onSelect: setSelected })}</section>
      {payment.renews && (pays === null || pays !== charged) && (
        <Checkbox
          label={<Trans>Use this card for the next renewals too</Trans>}
          hint={<Trans>The subscription is charged to it from now on.</Trans>}
          checked={keepCard}
          disabled={isBusy}
          onChange={(event) => onKeepCard(event.target.checked)}
        />
      )}
    </>
  );
}

interface FooterProps {
  payment: InvoicePayment | undefined;
  state: PayState;
  isWorking: boolean;
  /** False until a card is shown, so that nobody pays with an invisible one. */
  hasCards: boolean;
  onClose: () => void;
  onSubmit: () => void;
  /** Asks the cardholder again. */
  onConfirm: () => void;
}

/** The pay button, and a link to the payment provider's page. */
function Footer({ payment, state, isWorking, hasCards, onClose, onSubmit, onConfirm }: FooterProps) {
  const { money } = useFormat();
  const amount = payment && money(payment.amount, payment.currency);
  const address = payment?.hostedInvoiceUrl;
  const isAsking = state.phase === 'authenticating';
  return (
    <>
      {address && (
        <ExternalLink
          href={address}
          className="mr-auto self-center text-sm max-sm:order-last max-sm:mx-auto max-sm:py-2"
        >
          <Trans>Other ways to pay</Trans>
        </ExternalLink>
      )}
      <Button disabled={isAsking} onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
      {state.phase === 'unconfirmed' ? (
        <Button variant="primary" onClick={onConfirm}>
          <Trans>Confirm the payment</Trans>
        </Button>
      ) : (
        <Button variant="primary" pending={isWorking || isAsking} disabled={!payment || !hasCards} onClick={onSubmit}>
          {amount ? <Trans>Pay {amount}</Trans> : <Trans>Pay</Trans>}
        </Button>
      )}
    </>
  );
}
