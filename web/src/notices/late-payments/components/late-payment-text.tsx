import { Plural, Trans } from '@lingui/react/macro';
import type { LatePayment } from '@portico/contract';
import { cardName } from '../../../lib/card-brands.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Day } from '../../../ui/moment.tsx';

/** The debtor, linked to the account. */
export function LateAccount({ payment: { account } }: { payment: LatePayment }) {
  if (!account) return <Trans>No account</Trans>;
  return (
    <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="text-ink">
      {account.name}
    </TextLink>
  );
}

/** The product, and the invoice's number. */
export function LateProduct({ payment: { product, number } }: { payment: LatePayment }) {
  return (
    <div className="max-sm:text-right">
      {product && <span className="block">{product.name}</span>}
      <span className={product ? 'block text-sm text-muted tabular-nums' : 'tabular-nums'}>{number}</span>
    </div>
  );
}

/** The declined card, and why; a sent invoice is paid without a card. */
export function LateReason({ payment: { card, reason, dueDate } }: { payment: LatePayment }) {
  return (
    <div className="max-sm:text-right">
      <span className="block whitespace-nowrap">
        {card ? cardName(card) : dueDate ? <Trans>Sent to be paid</Trans> : <Trans>No card</Trans>}
      </span>
      {reason && <span className="block text-sm break-words text-muted">{reason}</span>}
    </div>
  );
}

/** Attempts so far, and what comes next. */
export function LateTries({ payment }: { payment: LatePayment }) {
  const { tries, nextAttempt, isLastAttempt, hasEnded, dueDate } = payment;
  const next = nextAttempt && <Day at={nextAttempt} />;
  if (dueDate) {
    const day = <Day at={dueDate} />;
    return (
      <div className="max-sm:text-right">
        <Trans>Due on {day}</Trans>
      </div>
    );
  }
  return (
    <div className="max-sm:text-right">
      <span className="block">
        <Plural value={tries} one="# try" other="# tries" />
      </span>
      <span className="block text-sm text-muted">
        {hasEnded ? (
          <Trans>The subscription ended</Trans>
        ) : next && isLastAttempt ? (
          <Trans>Last try on {next}</Trans>
        ) : next ? (
          <Trans>Next on {next}</Trans>
        ) : (
          <Trans>No other try follows</Trans>
        )}
      </span>
    </div>
  );
}
