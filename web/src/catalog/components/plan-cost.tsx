import { Plural, Trans } from '@lingui/react/macro';
import type { UnitName } from '@portico/contract';
import { useFormat } from '../../lib/format.ts';
import { useUnits } from '../../lib/units.ts';
import type { PlanCost, YearCost } from '../model/comparison.ts';
import { useBillingIntervalName } from './billing-interval-name.ts';

/** The yearly price of a number of units, by billing interval, or why there is no amount. */
export function PlanCostText({ cost, unit }: { cost: PlanCost; unit: UnitName }) {
  const { count } = useUnits();
  switch (cost.kind) {
    case 'trial':
      return (
        <p>
          <Trans>Free</Trans>{' '}
          {cost.days !== null && (
            <span className="text-muted">
              <Plural value={cost.days} one="for # day" other="for # days" />
            </span>
          )}
        </p>
      );
    case 'onRequest':
      return (
        <p>
          <Trans>Price on request</Trans>
        </p>
      );
    case 'tooMany': {
      const most = count(unit, cost.max);
      return (
        <p className="text-muted">
          <Trans>{most} at most</Trans>
        </p>
      );
    }
    case 'costs': {
      const units = count(unit, cost.quantity);
      return (
        <div className="flex flex-col gap-2">
          {cost.years.length === 0 && (
            <p>
              <Trans>Free</Trans>
            </p>
          )}
          {cost.years.map((year) => (
            <YearLine key={`${year.billingInterval.intervalCount} ${year.billingInterval.interval}`} year={year} />
          ))}
          {cost.isMinimum && (
            <p className="text-sm text-muted">
              <Trans>for {units}, the minimum</Trans>
            </p>
          )}
        </div>
      );
    }
  }
}

function YearLine({ year }: { year: YearCost }) {
  const { money } = useFormat();
  const name = useBillingIntervalName()(year.billingInterval);
  const savings = money(year.savings, year.currency);
  return (
    <p>
      <span className="block text-xs text-muted">{name}</span>
      <span className="font-semibold tabular-nums">{money(year.total, year.currency)}</span>{' '}
      {year.savings > 0 && (
        <span className="text-sm font-medium text-ok">
          <Trans>saves {savings}</Trans>
        </span>
      )}
    </p>
  );
}
