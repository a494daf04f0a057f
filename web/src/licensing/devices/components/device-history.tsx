import { Trans, useLingui } from '@lingui/react/macro';
import type { DeviceEvent } from '@portico/contract';
import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { type HistorySource, useDeviceHistory } from '../devices.api.ts';

/** The events of a device, or of all devices of a license, paged. */
export function DeviceHistory({ source }: { source: HistorySource }) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, isPlaceholderData, refetch } = useDeviceHistory(source, page);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonText lines={8} className="py-2" />;
  if (data.items.length === 0) return <EmptyState icon={History} title={<Trans>Nothing has happened yet</Trans>} />;
  return (
    <>
      <ol aria-busy={isPlaceholderData} className="aria-busy:reloading">
        {data.items.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ol>
      {data.totalPages > 1 && <Pages page={page} totalPages={data.totalPages} onChange={setPage} />}
    </>
  );
}

function EventLine({ event }: { event: DeviceEvent }) {
  const { date } = useFormat();
  const { at, reason } = event;
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p>
          <EventText event={event} />
        </p>
        <p className="text-sm text-muted">
          <Cause event={event} />
          {reason && (
            <>
              {' · '}
              <bdi>{reason}</bdi>
            </>
          )}
        </p>
      </div>
      <time dateTime={at} title={date(at, 'exact')} className="text-sm whitespace-nowrap text-muted">
        {date(at, 'dateTime')}
      </time>
    </li>
  );
}

/** The event as a sentence about the device. */
function EventText({ event: { kind, deviceName, replacedBy } }: { event: DeviceEvent }): ReactNode {
  const name = <b className="font-medium">{deviceName}</b>;
  switch (kind) {
    case 'added':
      return <Trans>{name} was added</Trans>;
    case 'edited':
      return <Trans>{name} was edited</Trans>;
    case 'seen':
      return <Trans>{name} was seen for the first time</Trans>;
    case 'released':
      return <Trans>{name} was released</Trans>;
    case 'replaced':
      return replacedBy ? (
        <Trans>
          {name} was replaced by <span className="font-mono text-sm">{replacedBy}</span>
        </Trans>
      ) : (
        <Trans>{name} was replaced</Trans>
      );
    case 'blocked':
      return <Trans>{name} was blocked</Trans>;
    case 'unblocked':
      return <Trans>{name} was unblocked</Trans>;
    case 'exceeded':
      return <Trans>{name} lost its seat</Trans>;
    case 'regained':
      return <Trans>{name} has a seat again</Trans>;
    case 'canceled':
      return <Trans>{name} was canceled with its license</Trans>;
    case 'restored':
      return <Trans>{name} came back with its license</Trans>;
    case 'sessionEnded':
      return <Trans>The session of {name} was ended</Trans>;
  }
}

/** Events caused by products, not users. */
const ofProducts: ReadonlySet<DeviceEvent['kind']> = new Set([
  'added',
  'edited',
  'seen',
  'released',
  'replaced',
  'sessionEnded',
]);

function Cause({ event: { kind, by, byOperator } }: { event: DeviceEvent }) {
  if (by && byOperator) return <Trans>by our staff, as {by}</Trans>;
  if (by) return <Trans>by {by}</Trans>;
  return ofProducts.has(kind) ? <Trans>reported by the product</Trans> : <Trans>followed from the subscription</Trans>;
}

interface PagesProps {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

function Pages({ page, totalPages, onChange }: PagesProps) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`History: pages`} className="flex items-center justify-end gap-1 pt-3">
      <IconButton label={t`Previous page`} size="sm" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <span className="px-1 text-sm text-muted tabular-nums">
        <Trans>
          Page {page} of {totalPages}
        </Trans>
      </span>
      <IconButton label={t`Next page`} size="sm" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
    </nav>
  );
}
