import { Trans } from '@lingui/react/macro';
import { MonitorSmartphone } from 'lucide-react';
import { TextLink } from '../../../ui/link.tsx';
import { holdsSeat } from '../device-rules.ts';
import { useLicenseDevices } from '../devices.api.ts';
import { LastActivity, NameAndComment } from './device-text.tsx';

/** The most recently active devices of a license, and a link to all of them. */
export function LatestDevices({ licenseId, productId }: { licenseId: number; productId: string }) {
  const { data } = useLicenseDevices(licenseId, { pageSize: 3, sortField: 'lastActivity', order: 'desc' });
  const devices = (data?.items ?? []).filter(({ status }) => holdsSeat(status));
  return (
    <>
      <ul>
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-3 border-t border-line px-4 py-3 sm:px-6">
            <MonitorSmartphone aria-hidden="true" className="size-[18px] shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              <NameAndComment device={device} />
            </span>
            <span className="text-sm">
              <LastActivity at={device.lastActivity} />
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 py-3 sm:px-6">
        <TextLink to="/Billing/Licenses/$id" params={{ id: String(licenseId) }} search={{ productId }}>
          {data?.total === 0 ? <Trans>No devices yet. Add the first one</Trans> : <Trans>View all devices</Trans>}
        </TextLink>
      </p>
    </>
  );
}
