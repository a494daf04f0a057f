import { Trans } from '@lingui/react/macro';
import { LockOpen } from 'lucide-react';
import { useEffect } from 'react';
import { useBlockTimer } from '../../../lib/block-timer.ts';

/**
 * Shows how long changes need no confirmation. Renders nothing if changes need one.
 * @param until UTC, ISO 8601
 */
export function UnlockedUntil({ until }: { until: string | null }) {
  const { secondsLeft, blockUntil } = useBlockTimer();
  useEffect(() => blockUntil(until ? new Date(until) : null), [until, blockUntil]);
  if (secondsLeft === 0) return null;
  const left = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <p className="flex items-center gap-2.5 rounded-control bg-accent-soft px-3.5 py-2 text-accent-text tabular-nums [&_svg]:size-4">
      <LockOpen aria-hidden="true" />
      <Trans>Confirmed. Changes are unlocked for {left}</Trans>
    </p>
  );
}
