import { Plural, Trans } from '@lingui/react/macro';
import type { DeviceDetails } from '@portico/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { HardwareId, LastActivity } from './device-text.tsx';

/** The facts of a device. */
export function DeviceFacts({ device }: { device: DeviceDetails }) {
  const { date } = useFormat();
  const { productUsage, productName, ipAddress, comment, released } = device;
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-5 px-4 py-5 xs:grid-cols-2 sm:px-6 md:grid-cols-3">
      <Fact label={<Trans>Hardware ID</Trans>}>
        <HardwareId value={device.hardwareId} />
      </Fact>
      <Fact label={<Trans>Product</Trans>}>
        {productUsage.length === 0
          ? productName
          : productUsage.map(({ name, version }) => (
              <span key={`${name} ${version}`} className="block">
                {name} <span className="text-muted tabular-nums">{version}</span>
              </span>
            ))}
      </Fact>
      <Fact label={<Trans>License</Trans>}>
        <TextLink to="/Billing/Licenses/$id" params={{ id: String(device.licenseId) }} className="tabular-nums">
          {device.licenseNumber}
        </TextLink>
      </Fact>
      <Fact label={<Trans>Last activity</Trans>}>
        <LastActivity at={device.lastActivity} />
        {device.activeSessions > 0 && (
          <span className="block text-sm text-muted">
            <Plural value={device.activeSessions} one="# active session" other="# active sessions" />
          </span>
        )}
      </Fact>
      <Fact label={<Trans>Assigned</Trans>}>
        <time dateTime={device.assigned} title={date(device.assigned, 'exact')}>
          {date(device.assigned)}
        </time>
      </Fact>
      {released ? (
        <Fact label={<Trans>Released</Trans>}>
          <time dateTime={released} title={date(released, 'exact')}>
            {date(released)}
          </time>
        </Fact>
      ) : (
        <Fact label={<Trans>Updated</Trans>}>
          <time dateTime={device.updated} title={date(device.updated, 'exact')}>
            {date(device.updated)}
          </time>
        </Fact>
      )}
      <Fact label={<Trans>IP address</Trans>}>{ipAddress ?? '–'}</Fact>
      <Fact label={<Trans>Comment</Trans>} className="xs:col-span-2">
        <bdi className="whitespace-pre-line wrap-anywhere">{comment || '–'}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ label, className = '', children }: { label: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 min-h-6 font-medium wrap-anywhere [&_.text-muted]:font-normal">{children}</dd>
    </div>
  );
}

/** The values by which the product recognizes the device. */
export function Fingerprints({ fingerprints }: Pick<DeviceDetails, 'fingerprints'>) {
  return (
    <Card>
      <CardHeader className="px-4 sm:px-6" title={<Trans>Fingerprints</Trans>} />
      {fingerprints.length === 0 ? (
        <p className="px-4 pb-5 text-muted sm:px-6">
          <Trans>The product has not reported any yet.</Trans>
        </p>
      ) : (
        <dl className="px-4 pb-3 sm:px-6">
          {fingerprints.map(({ name, value }) => (
            <div key={name} className="flex items-center justify-between gap-4 border-t border-line py-2">
              <dt className="text-muted">{name}</dt>
              <dd className="flex min-w-0 items-center gap-1">
                <span className="font-mono text-sm wrap-anywhere">{value}</span>
                <CopyButton value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
