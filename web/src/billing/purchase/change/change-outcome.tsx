import { Trans } from '@lingui/react/macro';
import type { Dues, PurchaseResult } from '@portico/contract';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { ShownAlert } from '../../../ui/shown-alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { UnauthenticatedButtons } from '../components/unauthenticated-buttons.tsx';
import type { Notice, Payment } from '../model/flow.ts';
import { useNextInvoice } from '../purchase.api.ts';
import type { PurchaseCalls } from '../use-purchase.ts';

const frame = 'rounded-card border border-line-strong p-4';

/**
 * A successful change: what was paid, the remaining credit, and the next charge. The charge comes from the next
 * invoice, because other subscriptions may use the credit first (CHG-3, INV-10). Takes the focus, so that screen
 * readers read it.
 */
export function ChangeDone({
  result,
  dues,
  scheduledFor,
  currency,
  onClose,
}: {
  result: PurchaseResult;
  dues: Dues | null;
  /** When the change takes effect; null if it already has. */
  scheduledFor: string | null;
  currency: string;
  onClose: () => void;
}) {
  const { money, date } = useFormat();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  const paid = money(result.amountPaid ?? 0, currency);
  const credit = dues && dues.creditAfter > 0 ? money(dues.creditAfter, currency) : null;
  const upcoming = useNextInvoice(result.subscriptionId);
  // Cached data is from before the change.
  const invoice = upcoming.isFetching ? null : upcoming.data;
  const due = invoice
    ? { amount: invoice.amountDue, at: invoice.created }
    : upcoming.isError && dues?.next && !dues.next.isBeforeCredit && { amount: dues.next.due, at: dues.next.at };
  const next = due && money(due.amount, currency);
  const day = due && date(due.at);
  const start = scheduledFor && date(scheduledFor);
  return (
    <div ref={place} tabIndex={-1} className={`${frame} flex flex-wrap items-start gap-3 outline-none`}>
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ok" />
      <div className="min-w-52 flex-1">
        <p className="font-semibold">
          {start ? <Trans>Your change is scheduled for {start}</Trans> : <Trans>Your subscription is changed</Trans>}
        </p>
        <p className="text-muted">
          {result.amountPaid ? <Trans>You paid {paid} today.</Trans> : <Trans>You paid nothing today.</Trans>}{' '}
          {credit && (
            <>
              <Trans>{credit} of credit is left.</Trans>{' '}
            </>
          )}
          {next && (
            <Trans>
              {next} is due {day}.
            </Trans>
          )}
        </p>
        {result.receiptUrl && Boolean(result.amountPaid) && (
          <ExternalLink href={result.receiptUrl}>
            <Trans>Open the invoice</Trans>
          </ExternalLink>
        )}
      </div>
      <Button size="sm" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </div>
  );
}

/** A payment in progress, which is polled; there is nothing to press. */
export function ChangeProgress({ phase }: { phase: 'authenticating' | 'pending' | 'abandoning' }) {
  return (
    <div role="status" className={`${frame} flex items-start gap-3`}>
      <Spinner className="mt-0.5 size-5 text-accent-text" />
      <div>
        <p className="font-semibold">
          {phase === 'authenticating' && <Trans>Waiting for your confirmation</Trans>}
          {phase === 'abandoning' && <Trans>Your change is being given up</Trans>}
          {phase === 'pending' && <Trans>Your change is being confirmed</Trans>}
        </p>
        <p className="text-muted">
          {phase === 'authenticating' ? (
            <Trans>Your bank asks you to confirm the payment. Please follow its instructions.</Trans>
          ) : (
            <Trans>
              The payment provider has not answered yet. You do not have to do anything: it continues automatically.
            </Trans>
          )}
        </p>
      </div>
    </div>
  );
}

/** The cardholder did not confirm. The change waits until they do, or until it is abandoned. */
export function ChangeUnconfirmed({
  payment,
  calls,
}: {
  payment: Extract<Payment, { phase: 'unauthenticated' }>;
  calls: Pick<PurchaseCalls, 'authenticateAgain' | 'abandon'>;
}) {
  return (
    <div className={`${frame} flex flex-col gap-3`}>
      <div>
        <p className="font-semibold">
          <Trans>Your bank has not confirmed the payment</Trans>
        </p>
        <p className="text-muted">
          <Trans>Nothing is changed or charged yet. Confirm the payment with your bank, or give up this change.</Trans>
        </p>
      </div>
      {payment.message && <ShownAlert>{payment.message}</ShownAlert>}
      <div className="flex flex-wrap gap-2">
        <UnauthenticatedButtons
          payment={payment}
          onAbandon={(operationId) => void calls.abandon(operationId)}
          onConfirm={(operationId) => void calls.authenticateAgain(operationId)}
        />
      </div>
    </div>
  );
}

interface ChangeNoticeProps {
  notice: Notice | null;
  /** Another operation of the account is pending, so nothing was bought. */
  isRefused: boolean;
  fullFlow: ReactNode;
  onChangeCard: (() => void) | null;
}

/** Why the change was not made, and the next step. Errors of the quantity appear at its field. */
export function ChangeNotice({ notice, isRefused, fullFlow, onChangeCard }: ChangeNoticeProps) {
  if (isRefused) {
    return (
      <Alert tone="info" className="mx-4 mb-4">
        <Trans>
          Another purchase or change is being confirmed. This one was not made, and you are not charged for it.
        </Trans>
      </Alert>
    );
  }
  if (!notice || notice.reason === 'quantity') return null;
  const isNews = notice.reason === 'price' || notice.reason === 'abandoned';
  return (
    <div className="flex flex-col items-start gap-3 px-4 py-3">
      <ShownAlert className="w-full" tone={isNews ? 'warning' : 'bad'}>
        {notice.message}
      </ShownAlert>
      {notice.reason === 'card' && onChangeCard && (
        <Button size="sm" onClick={onChangeCard}>
          <Trans>Use another card</Trans>
        </Button>
      )}
      {notice.reason === 'address' && fullFlow}
    </div>
  );
}
