import {
  CalendarClock,
  CalendarX2,
  CircleAlert,
  CreditCard,
  Hourglass,
  KeyRound,
  type LucideIcon,
  MonitorX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';

export type NeedKind =
  | 'unpaid'
  | 'due'
  | 'confirm'
  | 'ending'
  | 'card'
  | 'noCard'
  | 'places'
  | 'ends'
  | 'token'
  | 'waiting';

const looks: Record<NeedKind, { icon: LucideIcon; classes: string }> = {
  unpaid: { icon: CircleAlert, classes: 'bg-bad-soft text-bad' },
  due: { icon: CalendarClock, classes: 'bg-accent-soft text-accent-text' },
  confirm: { icon: Hourglass, classes: 'bg-warning-soft text-warning' },
  ending: { icon: CalendarX2, classes: 'bg-warning-soft text-warning' },
  card: { icon: CreditCard, classes: 'bg-warning-soft text-warning' },
  noCard: { icon: CreditCard, classes: 'bg-bad-soft text-bad' },
  places: { icon: MonitorX, classes: 'bg-warning-soft text-warning' },
  ends: { icon: CalendarClock, classes: 'bg-warning-soft text-warning' },
  token: { icon: KeyRound, classes: 'bg-warning-soft text-warning' },
  waiting: { icon: Hourglass, classes: 'bg-accent-soft text-accent-text' },
};

interface NeedRowProps {
  kind: NeedKind;
  title: ReactNode;
  /** What happened, and what happens next. */
  children: ReactNode;
  /** The row's button. */
  action: ReactNode;
}

/** A need of the account with its button, which is below the text on a phone. */
export function NeedRow({ kind, title, children, action }: NeedRowProps) {
  const { icon: Icon, classes } = looks[kind];
  return (
    <li className="flex items-start gap-4 border-t border-line px-4 py-4 first:border-t-0 sm:items-center sm:px-5">
      <span className={cn('grid size-9 shrink-0 place-items-center rounded-control', classes)}>
        <Icon aria-hidden="true" className="size-4.5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{children}</p>
        </div>
        {action && (
          <div className="max-w-full empty:hidden max-sm:[&>*]:h-auto max-sm:[&>*]:min-h-9 max-sm:[&>*]:py-1.5 max-sm:[&>*]:whitespace-normal sm:min-w-37 sm:shrink-0 [&>*]:w-full">
            {action}
          </div>
        )}
      </div>
    </li>
  );
}
