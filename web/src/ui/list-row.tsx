import type { ReactNode } from 'react';
import { Day } from './moment.tsx';

interface ListRowProps {
  /** If it contains one link with `rowLinkClasses`, the whole row opens it. */
  title: ReactNode;
  /** Appears before the date. */
  note?: ReactNode;
  tag?: ReactNode;
  /** ISO 8601. */
  at: string;
  amount: string;
  /** Buttons at the end; hidden on phones. */
  action?: ReactNode;
  isBad?: boolean;
}

/** Makes a link cover its row. */
export const rowLinkClasses = 'after:absolute after:inset-0 after:content-[""]';

/** A row of a short list, with two lines: title and amount, then note, date and tag. */
export function ListRow({ title, note, tag, at, amount, action, isBad = false }: ListRowProps) {
  return (
    <li
      className={`relative flex min-h-12 items-center gap-4 px-pad py-1 sm:py-1.5 has-[a]:hover:bg-surface-hover sm:min-h-14 ${isBad ? 'bg-bad-soft/50' : ''}`}
    >
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
        <p className="truncate font-medium">{title}</p>
        <span className="text-right font-medium whitespace-nowrap tabular-nums">{amount}</span>
        <p className="truncate text-sm text-muted">
          <Day at={at} isShort />
          {note && <> · {note}</>}
        </p>
        <span className="flex h-[22px] items-center justify-end">{tag}</span>
      </div>
      {action && <span className="relative z-1 max-sm:hidden">{action}</span>}
    </li>
  );
}
