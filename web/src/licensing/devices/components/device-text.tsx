import { Trans, useLingui } from '@lingui/react/macro';
import type { Device, DeviceStatus } from '@portico/contract';
import { Ban, Clock, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { LongId } from '../../../ui/long-id.tsx';

/** The name of each status, by its number. */
export function useDeviceStatusTexts(): Record<DeviceStatus, string> {
  const { t } = useLingui();
  return {
    0: t`Active`,
    1: t`Exceeded`,
    2: t`Blocked`,
    3: t`Pending`,
    4: t`Canceled`,
    5: t({ message: 'Deleted', context: 'device' }),
  };
}

const tones: Record<DeviceStatus, BadgeTone> = {
  0: 'ok',
  1: 'warning',
  2: 'bad',
  3: 'accent',
  4: 'neutral',
  5: 'neutral',
};
const icons = { 1: TriangleAlert, 2: Ban, 3: Clock };

export function DeviceStatusTag({ status }: { status: DeviceStatus }) {
  const texts = useDeviceStatusTexts();
  const Icon = icons[status as keyof typeof icons];
  return (
    <Badge tone={tones[status]}>
      {Icon && <Icon aria-hidden="true" />}
      {texts[status]}
    </Badge>
  );
}

interface NameAndCommentProps {
  device: Pick<Device, 'id' | 'name' | 'comment'>;
  className?: string;
  /** Passed to the page of the device. */
  state?: ComponentProps<typeof TextLink>['state'];
}

/** A link to the device, with its comment below. */
export function NameAndComment({ device: { id, name, comment }, className, state }: NameAndCommentProps) {
  return (
    <span className="block min-w-0 sm:max-w-60">
      <TextLink
        to="/Billing/HardwareID/$id"
        params={{ id: String(id) }}
        {...(state && { state })}
        title={name}
        className={cn('block truncate', className)}
      >
        <bdi>{name}</bdi>
      </TextLink>
      {comment && (
        <span className="block truncate text-sm font-normal text-muted" title={comment}>
          <bdi>{comment}</bdi>
        </span>
      )}
    </span>
  );
}

/** A hardware ID truncated to 10 characters (UI-13). */
export function HardwareId({ value }: { value: string }) {
  return (
    <span className="font-mono text-sm whitespace-nowrap">
      <LongId value={value} />
    </span>
  );
}

const longAgo = 60 * 24 * 60 * 60_000;

/** When a product last reported the device, with the exact time in a tooltip. */
export function LastActivity({ at }: { at: string | null }) {
  const { date, distance } = useFormat();
  if (!at) {
    return (
      <span className="whitespace-nowrap text-muted">
        <Trans>Not seen yet</Trans>
      </span>
    );
  }
  return (
    <time dateTime={at} title={date(at, 'exact')} className="whitespace-nowrap text-muted">
      {Date.now() - new Date(at).getTime() > longAgo ? date(at) : distance(at)}
    </time>
  );
}

/** The number of remaining releases, or why the release of this device does not count. */
export function ReleasesLeft({
  releaseCounts,
  releases,
}: {
  releaseCounts: boolean;
  releases: { allowed: number; left: number; nextAt: string | null } | undefined;
}) {
  const { number, date } = useFormat();
  if (!releaseCounts) return <Trans>This release does not count against the limit.</Trans>;
  if (!releases || releases.allowed > 1_000_000) return null;
  const [left, allowed] = [number(releases.left), number(releases.allowed)];
  const next = releases.nextAt && date(releases.nextAt);
  if (releases.left === 0 && next) {
    return (
      <Trans>
        All {allowed} releases of these 30 days were used. The next one is back on {next}.
      </Trans>
    );
  }
  return (
    <Trans>
      {left} of {allowed} releases left in these 30 days.
    </Trans>
  );
}
