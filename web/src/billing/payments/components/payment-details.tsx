import { Trans, useLingui } from '@lingui/react/macro';
import type { PaymentDetail } from '@portico/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { mirrorAgeQuery } from '../../../lib/mirror-age.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ExternalLink, TextLink } from '../../../ui/link.tsx';
import { LongId } from '../../../ui/long-id.tsx';
import { providersWord, riskTone } from '../payment-rules.ts';
import { PaymentTimeline } from './payment-timeline.tsx';

interface PaymentDetailsProps {
  payment: PaymentDetail;
  /** The card with its brand's mark; null if nothing was charged. */
  card: ReactNode;
}

/** One payment with its amounts, card, risk and timeline (PAY-6). */
export function PaymentDetails({ payment, card }: PaymentDetailsProps) {
  return (
    <div className="flex flex-col gap-4">
      {payment.stale && <StaleNotice asOf={payment.asOf} />}
      {payment.failureMessage && <Alert tone="bad">{payment.failureMessage}</Alert>}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_376px]">
        <div className="flex flex-col gap-4">
          <MoneyCard payment={payment} />
          <FactsCard payment={payment} card={card} />
        </div>
        <PaymentTimeline id={payment.stripeId} />
      </div>
    </div>
  );
}

/** Shows that the payment may be outdated (PAY-3), unless the notice on billing pages says so already (MIR-17). */
function StaleNotice({ asOf }: { asOf: string }) {
  const { date, distance } = useFormat();
  const age = distance(asOf);
  const isShown = useIsOutageShown();
  if (isShown) return null;
  return (
    <Alert tone="warning">
      <span title={date(asOf, 'exact')}>
        <Trans>The payment provider does not respond at the moment. You see its data from {age}.</Trans>
      </span>
    </Alert>
  );
}

/** Reads the data of the shell's notice without a request. */
function useIsOutageShown(): boolean {
  const { data } = useQuery({ ...mirrorAgeQuery, enabled: false });
  return Boolean(data?.asOf);
}

function MoneyCard({ payment }: { payment: PaymentDetail }) {
  const { money } = useFormat();
  const { currency, amountRefunded, balanceTransaction } = payment;
  return (
    <Card>
      <CardHeader title={<Trans>Amounts</Trans>} />
      <dl className="border-t border-line">
        <Line label={<Trans>Amount</Trans>}>{money(payment.amount, currency)}</Line>
        <Line label={<Trans>Received</Trans>}>{money(payment.amountReceived, currency)}</Line>
        {amountRefunded > 0 && <Line label={<Trans>Refunded</Trans>}>{money(-amountRefunded, currency)}</Line>}
        {balanceTransaction && (
          <>
            <Line label={<Trans>Fee of the payment provider</Trans>}>{money(-balanceTransaction.fee, currency)}</Line>
            <Line label={<Trans>Net</Trans>} isTotal>
              {/* The provider's net amount is that of the charge, before refunds. */}
              {money(balanceTransaction.net - amountRefunded, currency)}
            </Line>
          </>
        )}
      </dl>
    </Card>
  );
}

function Line({ label, children, isTotal = false }: { label: ReactNode; children: ReactNode; isTotal?: boolean }) {
  return (
    <div className="flex justify-between gap-4 border-b border-line px-5 py-3 last:border-b-0">
      <dt className={isTotal ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={isTotal ? 'font-semibold tabular-nums' : 'font-medium tabular-nums'}>{children}</dd>
    </div>
  );
}

function FactsCard({ payment, card }: PaymentDetailsProps) {
  const { date } = useFormat();
  const { created, paidAt, productName, customerName, description, statementDescriptor, outcome } = payment;
  const { receiptUrl, stripeId, invoices } = payment;
  return (
    <Card>
      <CardHeader title={<Trans>Details</Trans>} />
      <dl className="grid gap-x-6 gap-y-5 border-t border-line px-5 py-5 sm:grid-cols-2">
        <Fact label={<Trans>Date</Trans>}>
          <time dateTime={created} title={date(created, 'exact')}>
            {date(created, 'dateTime')}
          </time>
        </Fact>
        {paidAt && date(paidAt) !== date(created) && (
          <Fact label={<Trans context="payment">Paid on</Trans>}>
            <time dateTime={paidAt} title={date(paidAt, 'exact')}>
              {date(paidAt, 'dateTime')}
            </time>
          </Fact>
        )}
        {productName && <Fact label={<Trans>Product</Trans>}>{productName}</Fact>}
        <Fact label={<Trans>Customer</Trans>}>{customerName ?? '–'}</Fact>
        <Fact label={<Trans>Payment card</Trans>}>{card ?? '–'}</Fact>
        <Fact label={<Trans>Outcome</Trans>}>{outcome ? <Outcome outcome={outcome} /> : '–'}</Fact>
        <Fact label={<Trans>Description</Trans>}>{description ?? '–'}</Fact>
        <Fact label={<Trans>On the statement</Trans>}>{statementDescriptor ?? '–'}</Fact>
        {invoices.length > 0 && (
          <Fact label={<Trans>Invoices</Trans>}>
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {invoices.map((invoice) => (
                <InvoiceLink key={invoice.stripeId} invoice={invoice} />
              ))}
            </span>
          </Fact>
        )}
        <Fact label={<Trans>Payment id</Trans>}>
          <LongId value={stripeId} />
        </Fact>
        {receiptUrl && (
          <Fact label={<Trans>Receipt</Trans>}>
            <ExternalLink href={receiptUrl}>
              <Trans>See the receipt</Trans>
            </ExternalLink>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

/** An invoice's page. */
const invoiceDetails: string = '/Billing/Invoices/$id/Details';

function InvoiceLink({ invoice: { stripeId, number } }: { invoice: PaymentDetail['invoices'][number] }) {
  return (
    <TextLink to={invoiceDetails} params={{ id: stripeId }} className="touch-area">
      {number ? <Trans>Invoice {number}</Trans> : <Trans>Draft invoice</Trans>}
    </TextLink>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 flex min-h-6 items-center font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The payment provider's assessment of fraud, with its score out of 100 (PAY-8). */
function Outcome({ outcome: { riskScore, riskLevel } }: { outcome: NonNullable<PaymentDetail['outcome']> }) {
  const { t } = useLingui();
  const words: Readonly<Record<string, string>> = {
    normal: t`Normal risk`,
    elevated: t`Elevated risk`,
    highest: t`Highest risk`,
    not_assessed: t`Risk not assessed`,
  };
  const word = riskLevel === null ? t`Risk not assessed` : (words[riskLevel] ?? providersWord(riskLevel));
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={riskTone(riskScore)}>{word}</Badge>
      {riskScore !== null && (
        <span className="font-normal text-muted tabular-nums">
          <Trans>Score {riskScore} of 100</Trans>
        </span>
      )}
    </span>
  );
}
