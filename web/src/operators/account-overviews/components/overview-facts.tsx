import { Plural, Trans } from '@lingui/react/macro';
import type { AccountOverview } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';

const live: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid'];

/** A line of facts about an account's debts and purchases. */
export function OverviewFacts({ overview }: { overview: AccountOverview }) {
  const { money, number } = useFormat();
  const { owed, openInvoices, subscriptions, devices, users } = overview;
  const [first, ...others] = owed;
  const running = subscriptions.items.filter(({ status }) => live.includes(status)).length;
  const more = others.map(({ amount, currency }) => money(amount, currency)).join(', ');
  const all = number(users.total);
  return (
    <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line md:grid-cols-4">
      <Fact
        title={<Trans>Owed</Trans>}
        figure={first ? money(first.amount, first.currency) : <Trans>Nothing</Trans>}
        isBad={first !== undefined}
        note={
          more || (
            <Plural value={openInvoices.total} _0="No open invoice" one="# open invoice" other="# open invoices" />
          )
        }
      />
      <Fact
        title={<Trans>Live subscriptions</Trans>}
        figure={number(running)}
        note={<Plural value={subscriptions.total} one="# in all" other="# in all" />}
      />
      <Fact
        title={<Trans>Devices</Trans>}
        figure={number(devices.total)}
        note={
          devices.exceeded > 0 ? (
            <Plural value={devices.exceeded} one="# without a seat" other="# without a seat" />
          ) : (
            <Plural value={devices.withPlace} one="# with a seat" other="# with a seat" />
          )
        }
      />
      <Fact
        title={<Trans>Users</Trans>}
        figure={all}
        note={<Plural value={users.active} one="# active" other="# active" />}
      />
    </Card>
  );
}

interface FactProps {
  title: ReactNode;
  figure: ReactNode;
  note: ReactNode;
  isBad?: boolean;
}

function Fact({ title, figure, note, isBad = false }: FactProps) {
  return (
    <section className="min-w-0 bg-surface px-4 py-4 sm:px-6">
      <h2 className="text-sm text-muted">{title}</h2>
      <p
        className={`mt-1 truncate text-title leading-8 font-semibold tracking-tight tabular-nums ${isBad ? 'text-bad' : ''}`}
      >
        {figure}
      </p>
      <p className="text-sm text-muted">{note}</p>
    </section>
  );
}
