import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useBalance, useUpcomingInvoices } from '../../features/invoices/index.ts';
import { useFormat } from '../../lib/format.ts';
import { useShortDate } from '../../lib/short-date.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** What is paid next, and the credit that pays first, in one line of facts (UI-15). They keep their height while they load. */
export function MoneyFacts() {
  return (
    <Card className="grid grid-cols-2 divide-x divide-line max-xs:grid-cols-1 max-xs:divide-x-0 max-xs:divide-y">
      <NextPayment />
      <Credit />
    </Card>
  );
}

interface FactProps {
  title: ReactNode;
  /** Null while it is loading. */
  figure: ReactNode;
  note: ReactNode;
}

function Fact({ title, figure, note }: FactProps) {
  return (
    <section className="min-w-0 px-4 py-4 sm:px-6">
      <h2 className="text-sm text-muted">{title}</h2>
      <p className="mt-1 flex h-8 items-center text-title font-semibold tracking-tight tabular-nums">
        {figure ?? <Skeleton className="h-6 w-28" />}
      </p>
      <p className="min-h-5 truncate text-sm text-muted">{note}</p>
    </section>
  );
}

const unknown = '–';

function NextPayment() {
  const { data, isPending } = useUpcomingInvoices();
  const { money } = useFormat();
  const day = useShortDate();
  const first = data?.items[0];
  const next = data?.items.find(({ amountDue }) => amountDue > 0);
  const shown = next ?? first;
  const when = shown && day(shown.created);
  const product = shown?.productName;
  return (
    <Fact
      title={<Trans>Next payment</Trans>}
      figure={isPending ? null : shown ? money(next ? next.amountDue : 0, shown.currency) : unknown}
      note={
        isPending ? (
          <Skeleton className="w-40" />
        ) : next ? (
          <Trans>
            On {when}, for {product}
          </Trans>
        ) : first ? (
          <Trans>Your credit pays what is due on {when}</Trans>
        ) : data ? (
          <Trans>No payment is planned</Trans>
        ) : (
          <Trans>It is not known now</Trans>
        )
      }
    />
  );
}

function Credit() {
  const { data, isPending } = useBalance();
  const { money } = useFormat();
  const credit = data?.endingBalance ?? 0;
  return (
    <Fact
      title={<Trans>Your credit</Trans>}
      figure={isPending ? null : data ? money(credit, data.currency) : unknown}
      note={
        isPending ? (
          <Skeleton className="w-40" />
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
    />
  );
}
