import type { ReactNode } from 'react';
import { Day } from './moment.tsx';

interface ListRowProps {
  title: ReactNode;
  /** Appears before the date. */
  note?: ReactNode;
  tag?: ReactNode;
  /** ISO 8601. */
  at: string;
  amount: string;
  action?: ReactNode;
}

/** A row of a short list: title, tag, note and date, with an amount at the end. */
export function ListRow({ title, note, tag, at, amount, action }: ListRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-4 px-5 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="wrap-anywhere">{title}</span>
          {tag}
        </p>
        <p className="text-sm text-muted">
          {note && <>{note} · </>}
          <Day at={at} />
        </p>
      </div>
      <span className="font-medium whitespace-nowrap tabular-nums">{amount}</span>
      {action}
    </li>
  );
}
