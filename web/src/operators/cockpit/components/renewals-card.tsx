import { Trans } from '@lingui/react/macro';
import type { CockpitMoney, CockpitRenewal } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { RenewalPayment } from './renewal-payment.tsx';

interface RenewalsCardProps {
  renewals: readonly CockpitRenewal[];
  money: readonly CockpitMoney[];
}

/** The next renewals, with the number and sum for the next thirty days (OPR-6). */
export function RenewalsCard({ renewals, money: sums }: RenewalsCardProps) {
  const { money, date, number } = useFormat();
  const count = number(sums.reduce((all, { renewsIn30 }) => all + renewsIn30.count, 0));
  const amounts = sums
    .filter(({ renewsIn30 }) => renewsIn30.count > 0)
    .map(({ renewsIn30, currency }) => money(renewsIn30.amount, currency))
    .join(', ');
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={<Trans>Upcoming renewals</Trans>}
        action={
          amounts && (
            <span className="text-sm text-muted">
              <Trans>
                {count} within 30 days, {amounts}
              </Trans>
            </span>
          )
        }
      />
      {renewals.length === 0 ? (
        <p className="border-t border-line px-5 py-4 text-muted">
          <Trans>Nothing renews in the next 30 days</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {renewals.map(({ id, account, at, productName, planName, quantity, amount, currency, payment }) => (
            <li key={id} className="flex items-start gap-4 px-5 py-3">
              <p className="w-16 shrink-0 text-sm text-muted">{date(at, 'monthDay')}</p>
              <div className="min-w-0 flex-1">
                <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="text-ink">
                  {account.name}
                </TextLink>
                <p className="text-sm text-muted">
                  {productName} {planName}, {number(quantity)}
                </p>
                <RenewalPayment payment={payment} amount={amount} currency={currency} />
              </div>
              <p className="shrink-0 tabular-nums">{money(amount, currency)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
