import { Plural, Trans } from '@lingui/react/macro';
import type { NextPayment as Payment } from '@portico/contract';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { Card } from '../../../ui/card.tsx';
import { Day } from '../../../ui/moment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SplitBar } from '../../../ui/split-bar.tsx';
import { useNextPayments } from '../../billing-overviews/billing-overviews.api.ts';
import { CardNumber } from '../../cards/components/card-face.tsx';
import { useBalance } from '../../invoices/invoices.api.ts';
import { useLatestPayments } from '../../payments/payments.api.ts';

/**
 * The next payment, the credit that pays first, and the total spent (UI-15). The three facts keep their height while
 * they load.
 */
export function MoneyFacts() {
  return (
    <Card className="grid sm:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)]">
      <NextPayment />
      <Credit />
      <Spent />
    </Card>
  );
}

interface FactProps {
  title: ReactNode;
  /** Null while loading. */
  figure: ReactNode;
  note: ReactNode;
  /** A line below, or a bar. */
  more: ReactNode;
  /** Whether the fact needs more lines than the others. */
  isTall?: boolean;
  /** Classes for the position among the three facts, and for the lines beside this one. */
  className: string;
}

function Fact({ title, figure, note, more, className, isTall = false }: FactProps) {
  return (
    <section className={cn('flex min-w-0 flex-col border-line px-4 py-5 sm:px-6', className)}>
      <h2 className="text-sm text-muted">{title}</h2>
      <p className="mt-1 flex h-9 items-center text-price font-semibold tracking-tight tabular-nums">
        {figure ?? <Skeleton className="h-7 w-32" />}
      </p>
      {/* Reserves height for text that wraps on phones, so that nothing moves. Rare content, such as a bar, reserves none. */}
      <div className={cn('text-sm text-muted', isTall ? 'min-h-[24px] max-sm:min-h-[48px]' : 'min-h-[24px]')}>
        {note}
      </div>
      <div
        className={cn(
          'mt-3 text-sm text-muted max-sm:mt-1 max-sm:min-h-0 max-sm:empty:mt-0',
          isTall ? 'min-h-[36px]' : 'min-h-[20px]',
        )}
      >
        {more}
      </div>
    </section>
  );
}

const line = <Skeleton className="my-0.5 w-40 max-w-full" />;
const unknown = '–';

function NextPayment() {
  const { data, isPending } = useNextPayments();
  const { money } = useFormat();
  const day = useShortDate();
  const [first] = data?.items ?? [];
  const payments = data?.items.filter(({ amountDue }) => amountDue > 0) ?? [];
  const [charged, ...later] = payments;
  const shown = charged ?? first;
  const others = later.filter(({ at }) => charged && day(at) === day(charged.at)).length;
  return (
    <Fact
      isTall
      className="max-lg:border-b sm:max-lg:col-span-2"
      title={<Trans>Next payment</Trans>}
      figure={isPending ? null : shown ? money(charged ? charged.amountDue : 0, shown.currency) : unknown}
      note={
        isPending ? (
          line
        ) : shown ? (
          <PaymentNote payment={shown} />
        ) : data ? (
          <Trans>No payment is planned</Trans>
        ) : (
          <Trans>It is not known now</Trans>
        )
      }
      more={shown && <PaymentParts payment={shown} others={others} />}
    />
  );
}

/** 'Dec 1 · in 9 days · Veriscan Cloud  VISA •••• 4242' */
function PaymentNote({ payment: { at, amountDue, productName, card, isBeforeTax } }: { payment: Payment }) {
  const { distance } = useFormat();
  const when = <Day at={at} isShort />;
  if (amountDue === 0) return <Trans>Your credit pays what is due on {when}</Trans>;
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-x-1.5">
      <Day at={at} isShort className="font-medium text-ink" />
      <span>· {distance(at)}</span>
      <span>· {productName}</span>
      {isBeforeTax && (
        <span>
          · <Trans>before tax</Trans>
        </span>
      )}
      {card && <CardNumber brand={card.brand} last4={card.last4} />}
    </span>
  );
}

interface PaymentPartsProps {
  payment: Payment;
  /** Further payments on the same day. */
  others: number;
}

/** The parts of the invoice that card and credit pay; without credit, the other payments of that day. */
function PaymentParts({ payment: { total, amountDue, currency }, others }: PaymentPartsProps) {
  const { money } = useFormat();
  const credit = Math.max(0, total - amountDue);
  const [due, covered, whole, owed] = [amountDue, credit, total, amountDue - total].map((cents) =>
    money(cents, currency),
  );
  if (amountDue > total) return <Trans>{owed} of it is what your account owes</Trans>;
  if (credit === 0) {
    return others > 0 && <Plural value={others} one="and # more on the same day" other="and # more on the same day" />;
  }
  return (
    <SplitBar
      parts={[
        { key: 'card', tone: 'accent', value: amountDue, label: <Trans>Card {due}</Trans> },
        { key: 'credit', tone: 'ok', value: credit, label: <Trans>Credit {covered}</Trans> },
      ]}
      whole={<Trans>Invoice {whole}</Trans>}
    />
  );
}

function Credit() {
  const { data, isPending } = useBalance();
  const { money } = useFormat();
  const credit = data?.endingBalance ?? 0;
  return (
    <Fact
      className="max-sm:border-b lg:border-l"
      title={<Trans>Your credit</Trans>}
      figure={isPending ? null : data ? money(credit, data.currency) : unknown}
      note={
        isPending ? (
          line
        ) : !data ? (
          <Trans>It is not known now</Trans>
        ) : credit < 0 ? (
          <Trans>Added to your next invoice</Trans>
        ) : credit > 0 ? (
          <Trans>Your next invoices take it first</Trans>
        ) : (
          <Trans>None now</Trans>
        )
      }
      more={credit > 0 && <CreditUse credit={credit} />}
    />
  );
}

/** The part of the credit that the next invoice uses. */
function CreditUse({ credit }: { credit: number }) {
  const { data } = useNextPayments();
  const { money } = useFormat();
  const [next] = data?.items ?? [];
  const taken = next ? Math.min(next.total - next.amountDue, credit) : 0;
  if (!next || taken <= 0) return null;
  const when = <Day at={next.at} isShort />;
  if (taken === credit) return <Trans>All of it is used on {when}</Trans>;
  const amount = money(taken, next.currency);
  return (
    <Trans>
      {amount} of it is used on {when}
    </Trans>
  );
}

/** The total paid, less refunds (PAY-2). */
function Spent() {
  const { data, isPending } = useLatestPayments();
  const { money } = useFormat();
  const count = data?.successPaymentsCount ?? 0;
  const since = data?.since;
  const day = since && <Day at={since} />;
  return (
    <Fact
      className="sm:border-l"
      title={<Trans>Spent</Trans>}
      figure={isPending ? null : data ? money(data.spent, data.items[0]?.currency) : unknown}
      note={
        isPending ? (
          line
        ) : !data ? (
          <Trans>It is not known now</Trans>
        ) : (
          <Plural
            value={count}
            _0="No payment yet"
            one="in # payment, refunds taken off"
            other="in # payments, refunds taken off"
          />
        )
      }
      more={
        isPending
          ? line
          : since && <Trans comment="After an amount: when the first payment was made">since {day}</Trans>
      }
    />
  );
}
