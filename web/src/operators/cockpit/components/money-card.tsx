import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CockpitMoney } from '@portico/contract';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { changeInPercent } from '../change.ts';
import { WeekChart } from './week-chart.tsx';

/** This week's income compared with the previous week, one currency at a time (OPR-6). */
export function MoneyCard({ money: currencies }: { money: readonly CockpitMoney[] }) {
  const { t } = useLingui();
  const { money } = useFormat();
  const [chosen, setChosen] = useState(currencies[0]?.currency ?? '');
  const shown = currencies.find(({ currency }) => currency === chosen) ?? currencies[0];
  if (!shown) {
    return (
      <Card className="px-5 py-8 text-center text-muted">
        <Trans>No payment in 14 days, and no renewal in 30</Trans>
      </Card>
    );
  }
  const { currency, received, before, failed, refunded, renewsIn7, days } = shown;
  return (
    <Card className="min-w-0 overflow-hidden">
      {currencies.length > 1 && (
        <div className="px-5 pt-4">
          <SegmentedControl
            label={t`Currency`}
            value={shown.currency}
            options={currencies.map((one) => ({ value: one.currency, label: one.currency.toUpperCase() }))}
            onChange={setChosen}
          />
        </div>
      )}
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 px-5 pt-5 lg:grid-cols-4">
        <ReceivedFigure received={received} before={before} currency={currency} />
        <Figure
          title={<Trans context="payments">Failed</Trans>}
          figure={money(failed.amount, currency)}
          isBad={failed.count > 0}
          note={<Plural value={failed.count} one="# try" other="# tries" />}
        />
        <Figure
          title={<Trans>Refunded</Trans>}
          figure={money(refunded.amount, currency)}
          note={<Plural value={refunded.count} one="# refund" other="# refunds" />}
        />
        <Figure
          title={<Trans>To renew in 7 days</Trans>}
          figure={money(renewsIn7.amount, currency)}
          note={<Plural value={renewsIn7.count} one="# subscription" other="# subscriptions" />}
        />
      </div>
      <WeekChart days={days} currency={currency} />
    </Card>
  );
}

function ReceivedFigure({ received, before, currency }: Pick<CockpitMoney, 'received' | 'before' | 'currency'>) {
  const { money, number } = useFormat();
  const change = changeInPercent(received.amount, before.amount);
  const sign = change !== null && change > 0 ? '+' : '';
  return (
    <Figure
      title={<Trans>Received this week</Trans>}
      figure={money(received.amount, currency)}
      isKey
      note={
        <>
          <Plural value={received.count} one="# payment" other="# payments" />
          {change !== null && (
            <span className={change < 0 ? 'text-bad' : 'text-ok'}>
              {', '}
              {sign}
              {number(change)} %
            </span>
          )}
        </>
      }
    />
  );
}

interface FigureProps {
  title: ReactNode;
  figure: string;
  note: ReactNode;
  isKey?: boolean;
  isBad?: boolean;
}

function Figure({ title, figure, note, isKey = false, isBad = false }: FigureProps) {
  const size = isKey ? 'text-2xl' : 'text-lg';
  return (
    <section className="min-w-0">
      <h2 className="text-sm text-muted">{title}</h2>
      <p
        className={`mt-0.5 flex h-8 items-center font-semibold tracking-tight tabular-nums ${size} ${isBad ? 'text-bad' : ''}`}
      >
        {figure}
      </p>
      <p className="text-sm text-muted">{note}</p>
    </section>
  );
}
