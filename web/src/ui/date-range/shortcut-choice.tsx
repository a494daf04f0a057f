import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { cn } from '../../lib/cn.ts';
import { NativeSelect } from '../native-select.tsx';
import type { DateRange } from './range.ts';
import { type OfferedShortcuts, type Shortcut, shortcutRange } from './shortcuts.ts';

interface ShortcutChoiceProps {
  shortcuts: OfferedShortcuts;
  range: DateRange;
  now: Date;
  onChoose: (shortcut: Shortcut) => void;
  className?: string;
}

function useShortcutName(): (shortcut: Shortcut) => string {
  const { t } = useLingui();
  return (shortcut) => {
    switch (shortcut) {
      case 'today':
        return t`Today`;
      case 'last24Hours':
        return t`Last 24h`;
      case 'yesterday':
        return t`Yesterday`;
      case 'last7Days':
        return t`Last 7 days`;
      case 'lastWeek':
        return t`Last week`;
      case 'previousWeek':
        return t`Previous week`;
      case 'last30Days':
        return t`Last 30 days`;
      case 'previousMonth':
        return t`Prev. month`;
      case 'previous3Months':
        return t`Previous 3 months`;
      case 'last90Days':
        return t`Last 90 days`;
      case 'lastWeekend':
        return t`Last weekend`;
      case 12:
        return t`Last year`;
      default:
        return t`${plural(shortcut, { one: 'Last month', other: 'Last # months' })}`;
    }
  };
}

const isMeant = (shortcut: Shortcut, { start, end }: DateRange, now: Date): boolean => {
  const meant = shortcutRange(shortcut, now);
  return meant.start.getTime() === start.getTime() && meant.end.getTime() === end.getTime();
};

/** All shortcuts as a list. */
export function ShortcutList({ className, shortcuts: { main, monthly }, ...choice }: ShortcutChoiceProps) {
  return (
    <div className={cn('flex flex-col gap-3', className)}>
      <ShortcutGroup {...choice} shortcuts={main}>
        <Trans>Shortcuts</Trans>
      </ShortcutGroup>
      {monthly.length > 0 && (
        <ShortcutGroup {...choice} shortcuts={monthly}>
          <Trans comment="Heads shortcuts that count months">Monthly</Trans>
        </ShortcutGroup>
      )}
    </div>
  );
}

function ShortcutGroup({
  range,
  now,
  onChoose,
  shortcuts: offered,
  children,
}: Omit<ShortcutChoiceProps, 'shortcuts'> & { shortcuts: readonly Shortcut[]; children: ReactNode }) {
  const shortcutName = useShortcutName();
  const id = useId();
  return (
    <div>
      <h3 id={id} className="px-2.5 pb-1 text-xs font-medium text-muted">
        {children}
      </h3>
      <ul aria-labelledby={id}>
        {offered.map((shortcut) => (
          <li key={shortcut}>
            <button
              type="button"
              aria-pressed={isMeant(shortcut, range, now)}
              className="min-h-8 w-full rounded-control px-2.5 py-1 text-left hover:bg-neutral-soft aria-pressed:bg-accent-soft aria-pressed:text-accent-text pointer-coarse:min-h-11"
              onClick={() => onChoose(shortcut)}
            >
              {shortcutName(shortcut)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The shortcuts as a select, for narrow screens. */
export function ShortcutSelect({ shortcuts, range, now, onChoose, className }: ShortcutChoiceProps) {
  const { t } = useLingui();
  const shortcutName = useShortcutName();
  const all: readonly Shortcut[] = [...shortcuts.main, ...shortcuts.monthly];
  const chosen = all.find((shortcut) => isMeant(shortcut, range, now));
  return (
    <NativeSelect
      aria-label={t`Shortcuts`}
      className={cn('h-11', className)}
      value={String(chosen ?? '')}
      onChange={(value) => {
        const wanted = all.find((shortcut) => String(shortcut) === value);
        if (wanted) onChoose(wanted);
      }}
      options={[
        { value: '', label: t`Choose the dates below`, disabled: chosen !== undefined },
        ...all.map((shortcut) => ({ value: String(shortcut), label: shortcutName(shortcut) })),
      ]}
    />
  );
}
