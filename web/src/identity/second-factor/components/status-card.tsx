import { Trans } from '@lingui/react/macro';
import type { SecondFactorSettings } from '@portico/contract';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { preloaded } from '../../../lib/preloaded.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

interface StatusCardProps {
  settings: SecondFactorSettings;
  onTurnOn: () => void;
  onTurnOff: () => void;
  /** Whether the buttons are enabled; false while an operator acts as the user. */
  mayChange: boolean;
}

/** Whether the second factor is on, and what that means. */
export function StatusCard({ settings, onTurnOn, onTurnOff, mayChange }: StatusCardProps) {
  const { isEnabled, isRequired } = settings;
  const Icon = isEnabled ? ShieldCheck : ShieldAlert;
  return (
    <Card className="flex flex-wrap items-start gap-x-4 gap-y-3 p-5">
      <span
        className={cn(
          'grid size-11 shrink-0 place-items-center rounded-[10px] [&_svg]:size-5',
          isEnabled ? 'bg-ok-soft text-ok' : 'bg-warning-soft text-warning',
        )}
      >
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg font-semibold tracking-tight">
          {isEnabled ? (
            <Trans>Multi-factor authentication is on</Trans>
          ) : (
            <Trans>Multi-factor authentication is off</Trans>
          )}
          {isRequired && <RequiredBadge />}
        </h2>
        <p className="mt-0.5 text-muted">
          {isEnabled ? (
            <Trans>
              After your password you confirm with one of your methods. A passkey alone is enough: it counts as both.
            </Trans>
          ) : (
            <Trans>
              Your account is protected by your password alone. A second step protects it even if somebody has guessed
              or stolen the password.
            </Trans>
          )}
        </p>
      </div>
      {isEnabled ? (
        <Button onClick={onTurnOff} disabled={!mayChange || isRequired}>
          <Trans>Turn off</Trans>
        </Button>
      ) : (
        <Button variant="primary" onClick={onTurnOn} disabled={!mayChange}>
          <Trans>Turn on</Trans>
        </Button>
      )}
    </Card>
  );
}

function RequiredBadge() {
  const accountName = preloaded().user?.accountName ?? '';
  return (
    <Badge tone="accent">
      <Trans>Required by {accountName}</Trans>
    </Badge>
  );
}
