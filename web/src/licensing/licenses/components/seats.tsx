import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LicenseDetails } from '@portico/contract';
import { Monitor, MonitorOff } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { useFormat } from '../../../lib/format.ts';
import { countSeats, type SeatKind, unlimited } from '../license-rules.ts';

const looks: Record<SeatKind, string> = {
  active: 'bg-ok-soft text-ok',
  pending: 'border border-dashed border-accent bg-surface text-accent-text',
  blocked: 'bg-bad-soft text-bad',
  canceled: 'bg-neutral-soft text-neutral',
  free: 'border border-dashed border-line-strong bg-surface',
  exceeded: 'border border-dashed border-warning bg-warning-soft text-warning',
};

const fills: Record<SeatKind, string> = {
  active: 'bg-ok',
  pending: 'border border-dashed border-accent bg-accent-soft',
  blocked: 'bg-bad',
  canceled: 'bg-neutral',
  free: 'border border-dashed border-line-strong bg-surface',
  exceeded: 'border border-dashed border-warning bg-warning-soft',
};

/** The seats in use, as a sentence, a picture, and counts by status. */
export function SeatsPicture({ license }: { license: LicenseDetails }) {
  const { number } = useFormat();
  const { hardwareIdQuantity, usedHardwareIdQuantity } = license;
  const seats = countSeats(license);
  const used = number(usedHardwareIdQuantity);
  const bought = number(hardwareIdQuantity);
  const figure = 'mr-0.5 text-price font-semibold tracking-tight tabular-nums text-ink';
  return (
    <div>
      <h2 className="leading-9 text-muted">
        {hardwareIdQuantity === unlimited ? (
          <Plural
            value={usedHardwareIdQuantity}
            one={
              <Trans>
                <span className={figure}>{used}</span> seat in use, as many as you like
              </Trans>
            }
            other={
              <Trans>
                <span className={figure}>{used}</span> seats in use, as many as you like
              </Trans>
            }
          />
        ) : (
          <Plural
            value={usedHardwareIdQuantity}
            one={
              <Trans>
                <span className={figure}>
                  {used} of {bought}
                </span>{' '}
                seats in use
              </Trans>
            }
            other={
              <Trans>
                <span className={figure}>
                  {used} of {bought}
                </span>{' '}
                seats in use
              </Trans>
            }
          />
        )}
      </h2>
      {seats.areTiles ? <Tiles {...seats} quantity={hardwareIdQuantity} /> : <Bar {...seats} />}
      <Legend {...seats} />
    </div>
  );
}

type Shown = Pick<ReturnType<typeof countSeats>, 'held' | 'exceeded'>;

function Tile({ kind }: { kind: SeatKind }) {
  const Icon = kind === 'blocked' ? MonitorOff : Monitor;
  return (
    <span
      className={cn('grid h-[46px] place-items-center rounded-control sm:size-[60px] sm:rounded-card', looks[kind])}
    >
      {kind !== 'free' && <Icon className="size-5" strokeWidth={1.75} />}
    </span>
  );
}

/** A tile per seat, and devices without a seat behind a line. The legend has the same figures. */
function Tiles({ held, exceeded, quantity }: Shown & { quantity: number }) {
  const row = 'grid grid-cols-4 gap-2 sm:flex sm:flex-wrap sm:gap-2.5';
  return (
    <div aria-hidden="true" className="mt-3 flex flex-col gap-2 sm:flex-row sm:flex-wrap sm:gap-2.5">
      {held.length > 0 && <div className={row}>{held.flatMap(({ kind, count }) => tiles(kind, count))}</div>}
      {exceeded > 0 && (
        <div className={cn(row, 'border-line-strong border-dashed max-sm:border-t max-sm:pt-2 sm:border-l sm:pl-2.5')}>
          {tiles('exceeded', exceeded)}
          <span className="col-span-3 self-center pl-1 text-sm text-muted sm:hidden">
            <Plural value={exceeded} one="# device" other="# devices" />{' '}
            <Plural value={quantity} one="over the # seat" other="over the # seats" />
          </span>
        </div>
      )}
    </div>
  );
}

function tiles(kind: SeatKind, count: number) {
  // biome-ignore lint/suspicious/noArrayIndexKey: tiles of a kind are all alike
  return Array.from({ length: count }, (_, index) => <Tile key={`${kind} ${index}`} kind={kind} />);
}

/** The shares of the seats, for more seats than one can count at a glance. */
function Bar({ held, exceeded }: Shown) {
  const parts = exceeded > 0 ? [...held, { kind: 'exceeded' as const, count: exceeded }] : held;
  return (
    <div aria-hidden="true" className="mt-4 mb-1 flex h-4 gap-0.5 overflow-hidden rounded-full bg-neutral-soft">
      {parts.map(({ kind, count }) => (
        <span key={kind} className={cn('min-w-1.5', fills[kind])} style={{ flexGrow: count, flexBasis: 0 }} />
      ))}
    </div>
  );
}

function Legend({ held, exceeded }: Shown) {
  const { t } = useLingui();
  const { number } = useFormat();
  const labels: Record<SeatKind, string> = {
    active: t`Active`,
    pending: t`Pending`,
    blocked: t`Blocked`,
    canceled: t`Canceled`,
    free: t({ message: 'Free', context: 'seat' }),
    exceeded: t`Exceeded, without a seat`,
  };
  const parts = exceeded > 0 ? [...held, { kind: 'exceeded' as const, count: exceeded }] : held;
  if (parts.length === 0) return null;
  return (
    <ul className="mt-3.5 flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {parts.map(({ kind, count }) => (
        <li key={kind} className="inline-flex items-center gap-2 text-muted">
          <span aria-hidden="true" className={cn('size-2.5 rounded-[3px]', fills[kind])} />
          {labels[kind]} <span className="font-semibold tabular-nums text-ink">{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}
