import type { ReactNode } from 'react';
import { useFormat } from '../lib/format.ts';

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
