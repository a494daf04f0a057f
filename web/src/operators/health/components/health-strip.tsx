import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useHealth } from '../health.api.ts';
import { findTroubles, type Sign, signs } from '../signs.ts';
import { SignText, useSignNames } from './sign-text.tsx';

/** The installation's health in two lines, with a link to its page (OPR-7). */
export function HealthStrip() {
  const { data, error } = useHealth();
  const names = useSignNames();
  if (error && !data) {
    return (
      <Alert
        tone="warning"
        actions={
          <TextLink to="/Operator/Health">
            <Trans>Health</Trans>
          </TextLink>
        }
      >
        <Trans>The health of the installation is unknown at the moment</Trans>
      </Alert>
    );
  }
  const troubles = data ? findTroubles(data, Date.now()) : new Set<Sign>();
  return (
    <Card className="grid grid-cols-2 gap-px overflow-hidden bg-line sm:grid-cols-4">
      {signs.map((sign) => (
        <div
          key={sign}
          className={cn('min-w-0 px-4 py-3', troubles.has(sign) ? 'bg-warning-soft text-warning' : 'bg-surface')}
        >
          <p className={cn('flex items-center gap-2 text-sm', !troubles.has(sign) && 'text-muted')}>
            {troubles.has(sign) ? (
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
            ) : (
              <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-ok" />
            )}
            <TextLink to="/Operator/Health" className="truncate font-normal text-inherit">
              {names[sign]}
            </TextLink>
          </p>
          <p className="mt-0.5 line-clamp-2 font-medium">
            {data ? <SignText sign={sign} health={data} /> : <Skeleton className="h-4 w-20" />}
          </p>
        </div>
      ))}
    </Card>
  );
}
