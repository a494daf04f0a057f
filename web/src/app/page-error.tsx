import { Trans } from '@lingui/react/macro';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { connection } from '../lib/connection.ts';
import { ChunkLoadError } from '../lib/lazy.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** Shown instead of a page that failed. Offers to reload if code could not be loaded, otherwise to retry. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { reset: resetQueries } = useQueryErrorResetBoundary();
  if (error instanceof ChunkLoadError) return <ChunkError />;
  const retry = () => {
    resetQueries();
    reset();
    void router.invalidate();
  };
  return (
    <Card>
      <h1 tabIndex={-1} className="sr-only">
        <Trans>This page could not be shown</Trans>
      </h1>
      <ErrorState error={error} title={<Trans>This page could not be shown</Trans>} onRetry={retry} />
    </Card>
  );
}

/** Milliseconds in which a tab reloads by itself at most once, so that a broken build causes no endless reloads. */
const reloadPause = 60_000;
const lastReload = 'portico-reloaded';

/** Reloads a page whose code a new version replaced, once, if the portal answers (WEB-9). */
async function reloadOnce(): Promise<void> {
  try {
    if (Date.now() - Number(sessionStorage.getItem(lastReload)) < reloadPause) return;
    const answer = await fetch('/readyz', { cache: 'no-store' });
    if (!answer.ok) return;
    sessionStorage.setItem(lastReload, String(Date.now()));
    location.reload();
  } catch {
    // Without an answer or a storage, the button remains.
  }
}

function ChunkError() {
  useEffect(() => void reloadOnce(), []);
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.get() === 'connected') location.reload();
      }),
    [],
  );
  return (
    <Card className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <div role="alert" className="max-w-md">
        <h1 tabIndex={-1} className="text-lg font-semibold">
          <Trans>This page could not be loaded</Trans>
        </h1>
        <p className="mt-1 text-muted">
          <Trans>The connection was interrupted, or the portal has been updated. Reload the page to continue.</Trans>
        </p>
      </div>
      <Button variant="primary" onClick={() => location.reload()}>
        <RotateCw aria-hidden="true" />
        <Trans>Reload page</Trans>
      </Button>
    </Card>
  );
}
