import { Trans } from '@lingui/react/macro';
import { lowestPasswordScore } from '@portico/contract/sign-up';
import { cn } from '../../../lib/cn.ts';
import type { PasswordEstimate } from '../model/validation.ts';

const parts = [1, 2, 3, 4] as const;

/** The strength of the typed password. Its space is reserved, so that nothing moves. */
export function PasswordStrength({ estimate }: { estimate: PasswordEstimate | null }) {
  const score = estimate ? Math.max(1, estimate.score) : 0;
  const isEnough = score >= lowestPasswordScore;
  return (
    <div className="mt-2.5 flex items-center gap-3 text-xs text-muted">
      <span aria-hidden="true" className="flex w-28 gap-1">
        {parts.map((part) => (
          <span
            key={part}
            className={cn(
              'h-1.5 flex-1 rounded-full',
              part > score ? 'bg-line-strong' : isEnough ? 'bg-ok' : 'bg-warning',
            )}
          />
        ))}
      </span>
      <span role="status" className="min-h-4">
        {estimate && <StrengthWords score={score} />}
      </span>
    </div>
  );
}

function StrengthWords({ score }: { score: number }) {
  if (score < lowestPasswordScore) return <Trans>Easy to guess</Trans>;
  return score === lowestPasswordScore ? <Trans>Hard to guess</Trans> : <Trans>Very hard to guess</Trans>;
}
