import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

export interface TimelineMoment {
  key: string;
  /** ISO 8601, for machines. */
  at: string;
  /** The formatted day. */
  day: string;
  /** The exact time, for the tooltip (UI-2). */
  exact?: string;
  title: ReactNode;
  detail?: ReactNode;
  /** Whether the event is in the future. */
  isAhead: boolean;
}

interface TimelineProps {
  label: string;
  moments: readonly TimelineMoment[];
  /** Today's formatted day, for the marker between past and future. */
  today: string;
  /** Always vertical. */
  isVertical?: boolean;
}

/** Past and future events, horizontal if there is room, vertical on phones. A list for screen readers. */
export function Timeline({ label, moments, today, isVertical = false }: TimelineProps) {
  const firstAhead = moments.findIndex(({ isAhead }) => isAhead);
  return (
    <ol
      aria-label={label}
      className={cn('flex flex-col', !isVertical && 'lg:grid lg:auto-cols-fr lg:grid-flow-col lg:gap-x-0')}
    >
      {moments.map((moment, index) => (
        <Moment
          key={moment.key}
          moment={moment}
          isLast={index === moments.length - 1}
          leadsAhead={moments[index + 1]?.isAhead ?? false}
          today={index === firstAhead - 1 ? today : null}
          todayBefore={index === 0 && firstAhead === 0 ? today : null}
          isVertical={isVertical}
        />
      ))}
    </ol>
  );
}

interface MomentProps {
  moment: TimelineMoment;
  isLast: boolean;
  /** The next event is in the future. */
  leadsAhead: boolean;
  /** Today is between this event and the next. */
  today: string | null;
  /** All events are in the future. */
  todayBefore: string | null;
  isVertical: boolean;
}

function Moment({ moment, isLast, leadsAhead, today, todayBefore, isVertical }: MomentProps) {
  const { at, day, exact, title, detail, isAhead } = moment;
  const wide = (classes: string) => (isVertical ? '' : classes);
  const below = cn('mb-2 flex -translate-x-1 items-center', wide('lg:hidden'));
  const beside = cn('hidden', wide('lg:mx-1.5 lg:inline-flex'));
  return (
    <li>
      {todayBefore && (
        <div className={below}>
          <Pill>{todayBefore}</Pill>
        </div>
      )}
      <div className={cn('flex gap-3', wide('lg:block'))}>
        <div className={cn('flex w-2.5 flex-col items-center', wide('lg:mb-1.5 lg:h-5 lg:w-auto lg:flex-row'))}>
          {todayBefore && <Pill className={beside}>{todayBefore}</Pill>}
          <span
            aria-hidden="true"
            className={cn(
              'mt-1.5 size-2.5 shrink-0 rounded-full',
              wide('lg:mt-0'),
              isAhead ? 'border-2 border-line-strong bg-surface' : 'bg-accent',
            )}
          />
          {!isLast && <Line isAhead={isAhead || (leadsAhead && !today)} wide={wide} />}
          {today && <Pill className={beside}>{today}</Pill>}
          {!isLast && today && <Line isAhead wide={wide} className={cn('hidden', wide('lg:block'))} />}
        </div>
        <div className={cn('flex min-w-0 flex-1 flex-col', isLast ? 'pb-0' : 'pb-4', wide('lg:block lg:pr-4 lg:pb-0'))}>
          <p className={cn('order-2 text-sm text-muted', wide('lg:order-none'))}>
            <time dateTime={at} title={exact}>
              {day}
            </time>
            {isAhead && (
              <span className="sr-only">
                {' '}
                <Trans comment="After a date, for screen readers">(to come)</Trans>
              </span>
            )}
          </p>
          <p className="font-semibold wrap-anywhere">{title}</p>
          {detail && <p className={cn('order-3 text-sm text-muted wrap-anywhere', wide('lg:order-none'))}>{detail}</p>}
        </div>
      </div>
      {today && (
        <div className={cn(below, isLast && 'mt-2 mb-0')}>
          <Pill>{today}</Pill>
        </div>
      )}
    </li>
  );
}

interface LineProps {
  isAhead: boolean;
  wide: (classes: string) => string;
  className?: string;
}

function Line({ isAhead, wide, className }: LineProps) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'my-1 min-h-4 flex-1 border-l-2',
        wide('lg:mx-1.5 lg:my-0 lg:min-h-0 lg:border-t-2 lg:border-l-0'),
        isAhead ? 'border-dashed border-line-strong' : 'border-accent',
        className,
      )}
    />
  );
}

function Pill({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center rounded-full bg-ink px-2 text-xs font-medium whitespace-nowrap text-surface',
        className,
      )}
    >
      {children}
    </span>
  );
}
