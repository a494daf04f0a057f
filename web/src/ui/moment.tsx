import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { useFormat } from '../lib/format.ts';
import { useShortDate } from '../lib/short-date.ts';

interface MomentProps {
  /** UTC; null if it did not happen. */
  at: string | null;
  /** Shown if it did not happen. */
  none?: ReactNode;
}

/** A time in a list: short, with the exact time in a tooltip. */
export function Moment({ at, none = '–' }: MomentProps) {
  const { date } = useFormat();
  const classes = 'whitespace-nowrap text-muted';
  if (at === null) return <span className={classes}>{none}</span>;
  return (
    <time dateTime={at} title={date(at, 'exact')} className={classes}>
      {date(at, 'dateTime')}
    </time>
  );
}

interface DayProps {
  /** UTC. */
  at: string;
  /** Omits the year if the day is near, as in a sentence. */
  isShort?: boolean;
  /** Shows the time of day. */
  withTime?: boolean;
  className?: string;
}

/** A day in a sentence or a list, with the exact time in a tooltip (UI-2). */
export function Day({ at, isShort = false, withTime = false, className }: DayProps) {
  const { date } = useFormat();
  const short = useShortDate();
  return (
    <time dateTime={at} title={date(at, 'exact')} className={cn('whitespace-nowrap', className)}>
      {isShort ? short(at) : date(at, withTime ? 'dateTime' : 'date')}
    </time>
  );
}
