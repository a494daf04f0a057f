import { Trans, useLingui } from '@lingui/react/macro';
import type { Device, LicenseDevice } from '@portico/contract';
import { can } from '../../../lib/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RefusalAlert } from '../../../ui/refusal-alert.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { holdsSeat } from '../device-rules.ts';
import { useDevices, useLicenseDevices, useReleaseDevice } from '../devices.api.ts';
import { LastActivity } from './device-text.tsx';

type DevicesInUseProps = { productId: string; licenseId?: never } | { licenseId: number; productId?: never };

const query = { pageSize: 100, sortField: 'lastActivity', order: 'asc' } as const;

/**
 * The devices that use seats of a product or a license, each with a release button, for users who want fewer seats
 * than are in use.
 */
export function DevicesInUse({ productId, licenseId }: DevicesInUseProps) {
  const { t } = useLingui();
  const ofProduct = useDevices({ ...query, productId }, { enabled: productId !== undefined });
  const ofLicense = useLicenseDevices(licenseId ?? 0, query, { enabled: licenseId !== undefined });
  const { data, error, isFetching, refetch } = licenseId === undefined ? ofProduct : ofLicense;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <SkeletonText lines={4} />;
  const holders = (data.items as (Device | LicenseDevice)[]).filter(({ status }) => holdsSeat(status));
  if (holders.length === 0) return null;
  return (
    <div className="rounded-control border border-line">
      <p className="border-b border-line px-3 py-2 text-sm text-muted">
        <Trans>A device that you release stops at its next check. Its history stays.</Trans>
      </p>
      <ul aria-label={t`Devices in use`} className="max-h-72 overflow-y-auto">
        {holders.map((device) => (
          <DeviceInUse key={device.id} device={device} />
        ))}
      </ul>
    </div>
  );
}

function DeviceInUse({ device: { id, name, lastActivity } }: { device: Device | LicenseDevice }) {
  const release = useReleaseDevice(id);
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0">
          <bdi className="block truncate font-medium" title={name}>
            {name}
          </bdi>
          <span className="block text-sm">
            <LastActivity at={lastActivity} />
          </span>
        </span>
        {can('devices.manage') && (
          <Button size="sm" variant="dangerSecondary" pending={release.isPending} onClick={() => release.mutate()}>
            <Trans>Release</Trans>
            <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
      {release.error && (
        <div className="mt-2">
          <RefusalAlert error={release.error} />
        </div>
      )}
    </li>
  );
}
