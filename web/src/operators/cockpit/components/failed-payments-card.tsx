import { Plural, Trans } from '@lingui/react/macro';
import type { CockpitFailedPayment } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';

/** Payments that failed in the last 14 days and have not succeeded since (OPR-6). */
export function FailedPaymentsCard({ payments }: { payments: readonly CockpitFailedPayment[] }) {
  const { money } = useFormat();
  return (
    <Card className="overflow-hidden">
      <CardHeader title={<Trans>Failed payments</Trans>} />
      {payments.length === 0 ? (
        <p className="border-t border-line px-5 py-4 text-muted">
          <Trans>No payment of the last 14 days is missing</Trans>
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {payments.map(({ id, account, at, amount, currency, reason, tries }) => (
            <li key={id} className="flex items-start justify-between gap-4 px-5 py-3">
              <div className="min-w-0">
                {account ? (
                  <TextLink to="/Operator/Accounts/$id" params={{ id: String(account.id) }} className="text-ink">
                    {account.name}
                  </TextLink>
                ) : (
                  <Trans>No account</Trans>
                )}
                {reason && <p className="text-sm break-words text-muted">{reason}</p>}
                <p className="text-sm text-muted">
                  <Plural value={tries} one="# try" other="# tries" />
                  {', '}
                  <LastTry at={at} />
                </p>
              </div>
              <p className="shrink-0 tabular-nums">{money(amount, currency)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function LastTry({ at }: { at: string }) {
  const { date } = useFormat();
  const lastTry = date(at);
  return <Trans>the last one {lastTry}</Trans>;
}
