import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { preloaded } from '../../lib/preloaded.ts';
import { ProgressMeter } from '../../ui/progress-meter.tsx';

/** Milliseconds between two polls. */
const askAgainAfter = 700;

/**
 * Shows the progress of creating the demonstration's history and refetches everything when it is complete. It
 * overlays the page, so that nothing moves when it disappears.
 */
export function HistoryNotice() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['demonstration', 'history'],
    queryFn: ({ signal }) => api('GET /api/Demonstration/History', { signal }),
    initialData: { percent: preloaded().historyPercent },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.percent === null ? false : askAgainAfter),
  });
  const { percent } = data;
  const isWhole = percent === null;
  useEffect(() => {
    if (isWhole) void client.invalidateQueries();
  }, [isWhole, client]);
  if (isWhole) return null;
  const label = t`Loading 14 months of history`;
  return (
    <aside
      aria-label={label}
      className="fixed bottom-4 left-1/2 z-30 w-80 max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-card border border-line bg-surface px-4 py-3 shadow-popup"
    >
      <p className="flex justify-between gap-3 font-medium">
        <span>{label}</span>
        <span className="tabular-nums">
          <Trans>{percent}%</Trans>
        </span>
      </p>
      <ProgressMeter label={label} value={percent} className="mt-2" />
      <p className="mt-2 text-sm text-muted">
        <Trans>The demo history is still loading. Purchases made now will be dated in the past.</Trans>
      </p>
    </aside>
  );
}
