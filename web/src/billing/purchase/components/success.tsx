import { Trans } from '@lingui/react/macro';
import type { PurchaseResult, UpcomingInvoice } from '@portico/contract';
import { paths } from '@portico/contract/browser';
import { findSettlement } from '@portico/contract/dues';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../lib/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { useUnits } from '../../../lib/units.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { ButtonLink, ExternalLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { receiptLines } from '../model/receipt.ts';
import { selectedPricePlan } from '../model/selection.ts';
import { useNextInvoice } from '../purchase.api.ts';
import { AmountRow } from './amount-row.tsx';
import { useFlow } from './flow-context.ts';
import { OutcomeHeading } from './outcome.tsx';

interface SuccessProps {
  result: PurchaseResult;
  /** The cardholder confirmed before the purchase could be abandoned. */
  wasAbandoned?: boolean | undefined;
}

/** A successful purchase: what was bought, what to do first, what was paid and what comes next. */
export function Success({ result, wasAbandoned = false }: SuccessProps) {
  const { product, isChange } = useFlow();
  const name = product.displayName;
  return (
    <div className="flex flex-col items-center gap-6 rounded-card border border-line bg-surface px-6 py-10 text-center shadow-card max-sm:px-4">
      <CircleCheck aria-hidden="true" className="size-12 text-ok" strokeWidth={1.5} />
      <div>
        <OutcomeHeading>
          {isChange ? <Trans>Your subscription is changed</Trans> : <Trans>You are subscribed to {name}</Trans>}
        </OutcomeHeading>
        <Bought />
        {wasAbandoned && (
          <p className="mt-3 max-w-md">
            <Trans>The payment was already confirmed when you gave up the purchase, so the purchase is complete.</Trans>
          </p>
        )}
      </div>
      <FirstSteps />
      <Payments result={result} />
      {result.receiptUrl && result.amountPaid !== null && result.amountPaid > 0 && (
        <ExternalLink href={result.receiptUrl}>
          <Trans>Open the invoice</Trans>
        </ExternalLink>
      )}
    </div>
  );
}

/** Plan, units and add-ons. */
function Bought() {
  const { plan, state, product } = useFlow();
  const { number } = useFormat();
  const { count } = useUnits();
  const pricePlan = selectedPricePlan(plan, state);
  const extras = receiptLines(plan, state).filter(({ kind }) => kind !== 'base');
  return (
    <div className="mt-1 text-muted">
      <p>
        {plan.name}
        {!plan.isTrial && <> · {pricePlan.nickname}</>}
        {state.quantity > 0 && <> · {count(product.unit, state.quantity)}</>}
      </p>
      {extras.length > 0 && (
        <p>
          {extras
            .map(({ name, caption, quantity }) => [name, caption, quantity > 1 && `× ${number(quantity)}`])
            .map((words) => words.filter(Boolean).join(' '))
            .join(' · ')}
        </p>
      )}
    </div>
  );
}

/** The first steps: download or open the product, its license if it has one, and the questions of a trial. */
function FirstSteps() {
  const { product, plan, isChange } = useFlow();
  const { id, url, urlCaption, displayName, licensingType } = product;
  const hasLicense = licensingType !== 'None' && can('licenses.view');
  if (!url && !hasLicense && !plan.isTrial) return null;
  return (
    <div className="flex flex-wrap justify-center gap-2.5">
      {url && (
        <ExternalLink
          plain
          href={url}
          className={buttonClasses({ variant: isChange ? 'secondary' : 'accent', size: 'lg' })}
        >
          {urlCaption ?? <Trans>Open</Trans>} {displayName}
        </ExternalLink>
      )}
      {hasLicense && (
        <ButtonLink to={paths.licenses} size="lg">
          <Trans>See your licenses</Trans>
        </ButtonLink>
      )}
      {plan.isTrial && (
        <ButtonLink to="/trial" search={{ product: id }} size="lg">
          <Trans>Answer a few questions about your trial</Trans>
        </ButtonLink>
      )}
    </div>
  );
}

/**
 * What was paid, the account's credit, and the next charge of the next invoice, because other subscriptions may use
 * the credit first (INV-10).
 */
function Payments({ result }: { result: PurchaseResult }) {
  const { plan, state, isDirect } = useFlow();
  const { money } = useFormat();
  const { currency } = selectedPricePlan(plan, state);
  const next = useNextInvoice(result.subscriptionId);
  const paid = result.amountPaid ? money(result.amountPaid, currency) : null;
  const credit = useCredit() ?? next.data?.creditBefore ?? 0;
  if (isDirect && !paid && !result.nextPaymentDate) {
    return (
      <p>
        <Trans>There is nothing to pay.</Trans>
      </p>
    );
  }
  return (
    <dl className="flex w-full max-w-md flex-col gap-2 rounded-card border border-line bg-canvas px-5 py-4 text-left">
      <AmountRow
        label={<Trans>Paid today</Trans>}
        amount={paid ?? <Trans>Nothing</Trans>}
        amountClassName="font-medium"
      />
      {credit > 0 && (
        <AmountRow
          label={<Trans>Your credit</Trans>}
          note={<Trans>Used for later payments first</Trans>}
          amount={money(credit, currency)}
          amountClassName="font-medium text-ok"
        />
      )}
      <AmountRow
        label={<Trans>Next payment</Trans>}
        amount={
          next.isLoading ? (
            <Skeleton className="w-28" />
          ) : next.data && !next.data.isEstimate ? (
            <NextPayment invoice={next.data} />
          ) : (
            <NextDate date={next.data === null ? null : result.nextPaymentDate} />
          )
        }
        amountClassName="text-right font-medium"
      />
    </dl>
  );
}

function NextPayment({ invoice }: { invoice: UpcomingInvoice }): ReactNode {
  const { created, amountDue, currency } = invoice;
  const { fromCredit } = findSettlement(invoice);
  const { money, date } = useFormat();
  const day = date(created);
  const due = money(amountDue, currency);
  const used = money(fromCredit, currency);
  return (
    <>
      <Trans>
        {due} on {day}
      </Trans>
      {fromCredit > 0 && (
        <span className="block text-sm font-normal text-muted">
          <Trans>after {used} of your credit</Trans>
        </span>
      )}
    </>
  );
}

/** Only the date of the next invoice, if its amount is unavailable. */
function NextDate({ date: day }: { date: string | null }): ReactNode {
  const { date } = useFormat();
  return day ? date(day) : <Trans>None</Trans>;
}

/** The account's current credit in cents, whatever later payments use of it; undefined until known. */
function useCredit(): number | undefined {
  const { data } = useQuery({
    queryKey: ['invoices', 'balance'],
    queryFn: ({ signal }) => api('GET /api/Billing/Balance', { signal }),
    enabled: can('billing.view'),
  });
  return data && Math.max(0, data.endingBalance);
}
