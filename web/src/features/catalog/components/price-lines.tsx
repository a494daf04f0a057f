import { Plural, Trans } from '@lingui/react/macro';
import type { Application } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';

/** What a product costs at least, its trial, and what the account had of it. */
export function PriceLines({ product }: { product: Application }) {
  const { money, date } = useFormat();
  const { fromAmountPerMonth, unit, trialDays, former } = product;
  const amount = money(fromAmountPerMonth ?? 0);
  const per = unit.one;
  const plan = former?.planName;
  const end = former && date(former.endedAt);
  return (
    <div className="mt-3">
      <p className="text-muted">
        {fromAmountPerMonth === null ? (
          <Trans>Price on request</Trans>
        ) : fromAmountPerMonth === 0 ? (
          <Trans>Free plan available</Trans>
        ) : (
          <Trans>
            from <span className="text-lg font-semibold text-ink tabular-nums">{amount}</span> a month per {per}
          </Trans>
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
