import { Plural, Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { useFormat } from '../../lib/format.ts';
import { useIntervalWords } from '../../lib/interval-words.ts';
import { useUnits } from '../../lib/units.ts';

/** The minimum payment of a product (UI-42), its trial, and the account's former subscription. */
export function PriceLines({ product }: { product: Application }) {
  const { date } = useFormat();
  const { from, unit, trialDays, former } = product;
  const plan = former?.planName;
  const end = former && date(former.endedAt);
  return (
    <div className="mt-3">
      <p className="text-muted">
        {from === null ? (
          <Trans>Price on request</Trans>
        ) : from.amount === 0 ? (
          <Trans>Free plan available</Trans>
        ) : (
          <LeastPayment from={from} unit={unit} />
        )}
      </p>
      {trialDays !== null && (
        <p className="text-sm text-muted">
          <Plural value={trialDays} one="Free for # day, no card needed" other="Free for # days, no card needed" />
        </p>
      )}
      {former && (
        <p className={former.isUnpaid ? 'text-sm text-bad' : 'text-sm text-muted'}>
          {former.isUnpaid ? (
            <Trans>
              {plan} ended on {end} because it was not paid
            </Trans>
          ) : (
            <Trans>
              You had {plan} until {end}
            </Trans>
          )}
        </p>
      )}
    </div>
  );
}

/** 'from $2,370 a year for 3 seats', or 'per seat' if a single seat can be bought. */
function LeastPayment({ from, unit }: { from: NonNullable<Application['from']>; unit: Application['unit'] }) {
  const { money } = useFormat();
  const { count } = useUnits();
  const interval = useIntervalWords().each(from);
  const total = money(from.amount, from.currency);
  const units = count(unit, from.quantity);
  const one = unit.one;
  return from.quantity > 1 ? (
    <Trans>
      from <span className="text-lg font-semibold text-ink tabular-nums">{total}</span> {interval} for {units}
    </Trans>
  ) : (
    <Trans>
      from <span className="text-lg font-semibold text-ink tabular-nums">{total}</span> {interval} per {one}
    </Trans>
  );
}
