import { Trans, useLingui } from '@lingui/react/macro';
import type { SecondFactorSettings } from '@portico/contract';
import { RefreshCw } from 'lucide-react';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Gauge } from '../../../ui/gauge.tsx';

interface RecoveryCodesCardProps {
  settings: SecondFactorSettings;
  onMake: () => void;
  isPending: boolean;
  mayChange: boolean;
  /** A passkey counts as a second factor too. */
  hasPasskeys: boolean;
}

/** The number of remaining recovery codes. The codes themselves were shown when they were created. */
export function RecoveryCodesCard({ settings, onMake, isPending, mayChange, hasPasskeys }: RecoveryCodesCardProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const { recoveryCodesLeft: left, recoveryCodesTotal: total, recoveryCodesMadeAt, recoveryCodeLastUsedAt } = settings;
  // If the user has no method, recovery codes would replace a factor that does not exist.
  const mayMake = settings.isEnabled || hasPasskeys;
  const made = recoveryCodesMadeAt && date(recoveryCodesMadeAt);
  const used = recoveryCodeLastUsedAt && date(recoveryCodeLastUsedAt);
  const facts = [made && t`Made ${made}`, used && t`last used ${used}`].filter(Boolean).join(' · ');
  return (
    <Card className="grid gap-3 p-5">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Recovery codes</Trans>
        </h2>
        <p className="mt-0.5 text-muted">
          <Trans>Each one signs you in once if you do not have any of your methods with you.</Trans>
        </p>
      </div>
      {total > 0 ? (
        <>
          <p className="flex items-baseline gap-2">
            <span className="text-2xl font-semibold tabular-nums">{left}</span>
            <span className="text-muted">
              <Trans>of {total} left</Trans>
            </span>
          </p>
          <Gauge label={t`Recovery codes left`} valueText={t`${left} of ${total} left`} value={left} total={total} />
          <p className="text-sm text-muted">{facts}</p>
        </>
      ) : (
        <p className="text-muted">
          {mayMake ? (
            <Trans>You have no codes yet.</Trans>
          ) : (
            <Trans>You get them when you set up your first method.</Trans>
          )}
        </p>
      )}
      {mayMake && (
        <Button block onClick={onMake} pending={isPending} disabled={!mayChange}>
          <RefreshCw aria-hidden="true" />
          <Trans>Make new codes</Trans>
        </Button>
      )}
      {total > 0 && (
        <p className="text-sm text-muted">
          <Trans>The old ones stop working immediately.</Trans>
        </p>
      )}
    </Card>
  );
}
