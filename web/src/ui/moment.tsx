import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { useFormat } from '../lib/format.ts';
import { useShortDate } from '../lib/short-date.ts';

interface MomentProps {
  /** UTC; null where there was none. */
  at: string | null;
  /** Stands where there was none. */
  none?: ReactNode;
}

/** A moment in a list: in short, and exactly under the pointer. */
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
  /** Without the year where it is near, as in a sentence. */
  isShort?: boolean;
  /** With the time of the day, where it matters. */
  withTime?: boolean;
  className?: string;
}

/** A day in a sentence or a list, with the exact time behind it (UI-2). */
export function Day({ at, isShort = false, withTime = false, className }: DayProps) {
  const { date } = useFormat();
  const short = useShortDate();
  return (
    <time dateTime={at} title={date(at, 'exact')} className={cn('whitespace-nowrap', className)}>
      {isShort ? short(at) : date(at, withTime ? 'dateTime' : 'date')}
    </time>
  );
}
