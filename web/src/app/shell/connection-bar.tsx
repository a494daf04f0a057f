import { Trans } from '@lingui/react/macro';
import { CloudOff, WifiOff } from 'lucide-react';
import { connection } from '../../lib/connection.ts';
import { useStore } from '../../lib/use-store.ts';

/**
 * Says that the server cannot be reached, until it can be. What was read before stays on screen. The bar lies over the page, so that
 * nothing moves when it comes and goes (WEB-16).
 */
export function ConnectionBar() {
  const state = useStore(connection);
  const Icon = state === 'offline' ? WifiOff : CloudOff;
  return (
    <div role="status" className="connection-bar">
      {state !== 'connected' && (
        <p className="flex items-center gap-2.5 rounded-full border border-line-strong bg-surface px-4 py-2 text-sm shadow-popup">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-warning" />
          <span className="min-w-0">
            {state === 'offline' ? (
              <Trans>You are offline. What you see may be out of date.</Trans>
            ) : (
              <Trans>The server does not answer. Trying again…</Trans>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
