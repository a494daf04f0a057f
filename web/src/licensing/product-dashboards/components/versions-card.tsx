import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { VersionInUse } from '@portico/contract';
import { cn } from '../../../lib/cn.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import type { DateRange } from '../../../ui/date-range/range.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { compareVersions, deviceShare } from '../metrics-rules.ts';
import { useVersions } from '../product-dashboards.api.ts';

interface VersionsCardProps {
  productId: string;
  range: DateRange;
}

/** The versions that devices last reported in the range, those with the most devices first. */
export function VersionsCard({ productId, range }: VersionsCardProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useVersions(productId, range);
  const all = data ? data.otherDevices + data.items.reduce((sum, { devices }) => sum + devices, 0) : 0;
  return (
    <section aria-label={t`Versions in use`} className="p-4 sm:p-5">
      <h2 className="text-lg font-semibold tracking-tight">
        <Trans>Versions in use</Trans>
      </h2>
      {error && !data ? (
        <ErrorState className="py-6" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : !data ? (
        <Skeleton className="mt-6 h-40" />
      ) : data.items.length === 0 ? (
        <p className="mt-4 text-muted">
          {data.isShared ? (
            <Trans>No device was active on these days.</Trans>
          ) : (
            <Trans>Versions are not shared by your account.</Trans>
          )}
        </p>
      ) : (
        <ul className="mt-6 flex flex-col gap-5">
          {data.items.map((item) => (
            <Version
              key={item.version}
              item={item}
              share={deviceShare(item, all)}
              current={data.currentVersion}
              lastDay={data.to}
            />
          ))}
        </ul>
      )}
      {data !== undefined && data.otherDevices > 0 && (
        <p className="mt-5 text-sm text-muted">
          <Plural
            value={data.otherDevices}
            one="# device has another version."
            other="# devices have other versions."
          />
        </p>
      )}
    </section>
  );
}

interface VersionProps {
  item: VersionInUse;
  share: number;
  /** The vendor's current version. */
  current: string | null;
  /** The last day of the range. */
  lastDay: string;
}

function Version({ item: { version, devices, lastDay: seen }, share, current, lastDay }: VersionProps) {
  const isOlder = version !== null && current !== null && compareVersions(version, current) === 'older';
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span className={cn('min-w-0 truncate font-medium', version === null && 'text-muted')}>
          {version ?? <Trans>No version reported</Trans>}
        </span>
        <span className="shrink-0 tabular-nums">
          <Plural value={devices} one="# device" other="# devices" />
        </span>
      </div>
      <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-full bg-neutral-soft">
        <div
          className={cn('h-full min-w-1 rounded-full', isOlder ? 'bg-warning' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">
        <Standing version={version} current={current} />
        {seen !== lastDay && <LastSeen day={seen} />}
      </p>
    </li>
  );
}

/** The state of a version compared with the vendor's current one. */
function Standing({ version, current }: Pick<VersionProps, 'current'> & Pick<VersionInUse, 'version'>) {
  if (version === null || current === null) return null;
  switch (compareVersions(version, current)) {
    case 'current':
      return <Trans>The current version. </Trans>;
    case 'older':
      return (
        <span className="text-warning">
          <Trans>{current} is available. </Trans>
        </span>
      );
    case 'newer':
      return null;
  }
}

function LastSeen({ day }: { day: string }) {
  const dayText = useDayText();
  const seen = dayText(day);
  return <Trans>Last reported on {seen}.</Trans>;
}
