import { Trans, useLingui } from '@lingui/react/macro';
import type { Dues, UnitName } from '@portico/contract';
import { Fragment, type ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { type BillingPeriod, useIntervalWords } from '../../../lib/interval-words.ts';
import { useShortDate } from '../../../lib/short-date.ts';
import { useUnits } from '../../../lib/units.ts';
import type { AddonUse, Change } from '../model/changes.ts';
import { type ComparedCharge, compareCharges } from './comparison.ts';
import type { ChangeEstimate } from './estimate.ts';

interface ChangeTableProps {
  changes: readonly Change[];
  estimate: ChangeEstimate;
  dues: Dues;
  /** The current and the new billing period. */
  periods: { now: BillingPeriod; after: BillingPeriod };
  currency: string;
  unit: UnitName;
  /** Whether newer figures are loading. */
  isOutdated: boolean;
}

interface Row {
  key: string;
  label: ReactNode;
  now: ReactNode;
  after: ReactNode;
}

/** The changes with old and new values, and the amounts due today and next. */
export function ChangeTable({ changes, estimate, dues, periods, currency, unit, isOutdated }: ChangeTableProps) {
  const { each, name } = useIntervalWords();
  const shortDate = useShortDate();
  const rows = [
    ...useChangeRows(changes, unit),
    ...useConsequenceRows(estimate, changes, unit),
    ...useChargeRows(estimate, periods, currency),
  ];
  const isSamePeriod = each(periods.now) === each(periods.after);
  const period = name(periods.after);
  const day = estimate.startsAt && shortDate(estimate.startsAt);
  return (
    <div aria-busy={isOutdated} className="aria-busy:reloading">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-y border-line bg-canvas text-sm text-muted [&>th]:h-9 [&>th]:px-4 [&>th]:font-medium">
            <th scope="col" className="text-left">
              {isSamePeriod ? (
                estimate.includesTax ? (
                  <Trans>{period}, with tax</Trans>
                ) : (
                  <Trans>{period}, before tax</Trans>
                )
              ) : estimate.includesTax ? (
                <Trans>Amounts with tax</Trans>
              ) : (
                <Trans>Amounts before tax</Trans>
              )}
            </th>
            <th scope="col" className="w-1/4 text-right">
              <Trans>Now</Trans>
            </th>
            <th scope="col" className="w-1/4 text-right">
              {day ? <Trans>From {day}</Trans> : <Trans>After</Trans>}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, now, after }) => (
            <tr key={key} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="px-4 py-2.5 text-left font-normal wrap-anywhere">
                {label}
              </th>
              <td className="px-4 py-2.5 text-right text-muted tabular-nums">{now}</td>
              <td className="px-4 py-2.5 text-right font-semibold tabular-nums">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DueList changes={changes} estimate={estimate} dues={dues} currency={currency} unit={unit} />
    </div>
  );
}

/** The chosen changes with old and new value. */
function useChangeRows(changes: readonly Change[], unit: UnitName): Row[] {
  const { t } = useLingui();
  const { number } = useFormat();
  const units = useUnits();
  const { name } = useIntervalWords();
  const use = ({ caption, quantity }: AddonUse) => (quantity > 1 ? `${caption} × ${number(quantity)}` : caption);
  return changes.map((change): Row => {
    switch (change.subject) {
      case 'plan':
        return { key: 'plan', label: t`Plan`, now: change.from, after: change.to };
      case 'billingInterval':
        return { key: 'period', label: t`Billing period`, now: name(change.from), after: name(change.to) };
      case 'addon':
        return {
          key: `addon ${change.name}`,
          label: change.name,
          now: change.from ? use(change.from) : '–',
          after: change.to ? use(change.to) : t`Removed`,
        };
      default: {
        const label = change.subject === 'additional' ? change.name : units.title(unit);
        return {
          key: `${change.subject} ${label}`,
          label,
          now: number(change.from),
          after: number(change.to),
        };
      }
    }
  });
}

/** The consequences that were not chosen (CHG-5). */
function useConsequenceRows({ consequences }: ChangeEstimate, changes: readonly Change[], unit: UnitName): Row[] {
  const { t } = useLingui();
  const { date } = useFormat();
  const units = useUnits();
  if (!consequences) return [];
  const { removedAddons, removedDiscounts, replacedChange: replaced } = consequences;
  const day = replaced && date(replaced.at);
  const plan = replaced && `${replaced.subscriptionPlanName}, ${units.count(unit, replaced.quantity)}`;
  const changed = new Set(changes.flatMap((change) => (change.subject === 'addon' ? [change.name] : [])));
  return [
    ...(replaced ? [{ key: 'replaced', label: t`Scheduled for ${day}`, now: plan, after: t`Taken back` }] : []),
    ...removedAddons
      .filter((caption) => !changed.has(caption))
      .map((caption) => ({ key: `removed ${caption}`, label: caption, now: t`Included`, after: t`Removed` })),
    ...removedDiscounts.map((name) => ({ key: `discount ${name}`, label: name, now: t`Applies`, after: t`Ends` })),
  ];
}

function useChargeRows(
  { current, recurringCharges }: ChangeEstimate,
  periods: ChangeTableProps['periods'],
  currency: string,
): Row[] {
  const { t } = useLingui();
  const { money, date } = useFormat();
  const { each } = useIntervalWords();
  const charges = compareCharges(current?.recurringCharges ?? [], recurringCharges);
  const isSamePeriod = each(periods.now) === each(periods.after);
  const words = (amount: number | null, period: BillingPeriod) => {
    if (amount === null) return '–';
    if (isSamePeriod) return money(amount, currency);
    return (
      <>
        {money(amount, currency)} <span className="whitespace-nowrap">{each(period)}</span>
      </>
    );
  };
  const label = ({ from, until, isDiscounted }: ComparedCharge) => {
    const day = date(from ?? until ?? '1970-01-01');
    if (from) return t`From ${day}`;
    if (until) return isDiscounted ? t`Until ${day}, with discount` : t`Until ${day}`;
    return isDiscounted ? t`Each payment, with discount` : t`Each payment`;
  };
  return charges.map((charge) => ({
    key: `charge ${charge.from}`,
    label: label(charge),
    now: words(charge.now, periods.now),
    after: words(charge.after, periods.after),
  }));
}

type DueListProps = Pick<ChangeTableProps, 'changes' | 'estimate' | 'dues' | 'currency' | 'unit'>;

/** The price of the change, the part that the credit pays, and the amounts due today and next. */
function DueList({ changes, estimate, dues, currency, unit }: DueListProps) {
  const { money } = useFormat();
  const shortDate = useShortDate();
  const { total, fromCredit, owedBefore, today, carriedOver, next } = dues;
  const creditBefore = money(dues.creditBefore, currency);
  const creditAfter = money(dues.creditAfter, currency);
  const day = next && shortDate(next.at);
  const nextTotal = next && money(next.total, currency);
  const nextCredit = next && money(next.fromCredit, currency);
  return (
    <dl className="flex flex-col gap-1.5 border-t border-line bg-canvas px-4 py-3">
      {total !== 0 && (
        <Due label={<ForNow changes={changes} estimate={estimate} unit={unit} />} amount={money(total, currency)} />
      )}
      {fromCredit > 0 && (
        <Due
          label={
            <Trans>
              From your {creditBefore} credit, {creditAfter} stays
            </Trans>
          }
          amount={money(-fromCredit, currency)}
        />
      )}
      {total < 0 && <Due label={<Trans>Kept as your credit, {creditAfter} in all</Trans>} amount="" />}
      {owedBefore > 0 && <Due label={<Trans>Owed from before</Trans>} amount={money(owedBefore, currency)} />}
      {carriedOver > 0 && (
        <Due
          label={<Trans>Too little to be charged alone: added to your next invoice</Trans>}
          amount={money(-carriedOver, currency)}
        />
      )}
      <Due isMain label={<Trans>Due today</Trans>} amount={money(today, currency)} />
      {next && (
        <Due
          isMain
          label={
            <Fragment>
              {next.isBeforeCredit ? <Trans>Due {day}, before your credit</Trans> : <Trans>Due {day}</Trans>}
              {next.fromCredit > 0 && (
                <span className="font-normal text-muted">
                  {' '}
                  <Trans>
                    {nextTotal} less {nextCredit} credit
                  </Trans>
                </span>
              )}
            </Fragment>
          }
          amount={money(next.due, currency)}
        />
      )}
      {!next && <Due label={<Trans>Nothing is charged after that</Trans>} amount="" />}
    </dl>
  );
}

/** What today's amount is for: the rest of the current period, or a new period from today. */
function ForNow({ changes, estimate, unit }: Pick<ChangeTableProps, 'changes' | 'estimate' | 'unit'>) {
  const { date } = useFormat();
  const units = useUnits();
  const { total, discount } = estimate.subscriptionUpdateInvoiceDetails;
  const [change] = changes;
  const end = estimate.nextPaymentDate && date(estimate.nextPaymentDate);
  const isNewPeriod = changes.some(({ subject }) => subject === 'billingInterval');
  if (total < 0 && end && isNewPeriod) {
    return <Trans>Credit for the time that you paid for, less the cost until {end}, with tax</Trans>;
  }
  if (total < 0) return <Trans>Given back for time that you have paid and will not use</Trans>;
  if (!end) return <Trans>This change, with tax</Trans>;
  if (isNewPeriod) {
    return <Trans>From today until {end}, less what you have already paid, with tax</Trans>;
  }
  if (changes.length === 1 && change?.subject === 'quantity' && change.to > change.from) {
    const seats = units.count(unit, change.to - change.from);
    return discount > 0 ? (
      <Trans>
        {seats} until {end}, with discount and tax
      </Trans>
    ) : (
      <Trans>
        {seats} until {end}, with tax
      </Trans>
    );
  }
  return discount > 0 ? (
    <Trans>The difference until {end}, with discount and tax</Trans>
  ) : (
    <Trans>The difference until {end}, with tax</Trans>
  );
}

function Due({ label, amount, isMain = false }: { label: ReactNode; amount: string; isMain?: boolean }) {
  return (
    <div className={cn('flex items-baseline justify-between gap-4', isMain ? 'font-semibold' : 'text-sm text-muted')}>
      <dt className="min-w-0 wrap-anywhere">{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
    </div>
  );
}
