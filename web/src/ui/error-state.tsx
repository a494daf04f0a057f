import { Trans, useLingui } from '@lingui/react/macro';
import { CloudOff, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { describeProblem, findRequestId, isNotFound } from '../lib/problem.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  error: unknown;
  /** What failed: 'The invoices could not be loaded'. */
  title?: ReactNode;
  /** What does not exist: 'This license was not found'. */
  missing?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  className?: string;
}

/**
 * A view whose data could not be loaded: what happened, what to do, the request's id for support, and a retry. An
 * object that does not exist or belongs to another account is 'not found', without a retry (PAGE-12).
 */
export function ErrorState({ error, title, missing, onRetry, isRetrying = false, className }: ErrorStateProps) {
  const { t } = useLingui();
  if (isNotFound(error)) return <NotFoundState title={missing} className={className} />;
  const requestId = findRequestId(error);
  return (
    <div role="alert" className={cn('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      <span className="grid size-11 place-items-center rounded-full bg-bad-soft text-bad">
        <CloudOff aria-hidden="true" className="size-5" />
      </span>
      <div className="max-w-md">
        <p className="font-medium">{title ?? <Trans>This could not be loaded</Trans>}</p>
        <p className="mt-1 whitespace-pre-line text-muted">{describeProblem(error)}</p>
      </div>
      {onRetry && (
        <Button onClick={onRetry} pending={isRetrying}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {requestId && (
        <p className="flex items-center gap-1 text-xs text-muted">
          <Trans>
            Request id <code className="font-sans tabular-nums">{requestId}</code>
          </Trans>
          <CopyButton value={requestId} label={t`Copy request id`} />
        </p>
      )}
    </div>
  );
}

/**
 * Shows that something does not exist in the account.
 * @param title a generic text if omitted
 */
export function NotFoundState({ title, className }: { title?: ReactNode; className?: string }) {
  return (
    <EmptyState
      className={className}
      icon={SearchX}
      title={title ?? <Trans>This was not found</Trans>}
      description={<Trans>It may belong to another account, or the address may be wrong.</Trans>}
    />
  );
}
