import { Tabs } from '@base-ui/react/tabs';
import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { Alert } from '../alert.tsx';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { TextInput } from '../text-input.tsx';
import { Calendar } from './calendar.tsx';
import {
  type DateRange,
  endOfDay,
  fitRange,
  formatTimeOfDay,
  isReversed,
  type RangeEnd,
  withDay,
  withTime,
} from './range.ts';
import { ShortcutList, ShortcutSelect } from './shortcut-choice.tsx';
import { billingShortcuts, type OfferedShortcuts, type Shortcut, shortcutRange } from './shortcuts.ts';

interface DateRangeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What the range limits: 'Created'. */
  title: string;
  value: DateRange | undefined;
  onApply: (range: DateRange | undefined) => void;
  /** Whether the range can be removed. */
  canClear: boolean;
  /** Whether the ends have a time of day. */
  hasTimes?: boolean;
  /** The shortcuts of billing screens by default. */
  shortcuts?: OfferedShortcuts;
  /** The current time by default. */
  now?: Date;
}

/** Chooses a range by its ends or by a shortcut (RANGE-4). It takes effect when it is applied. */
export function DateRangeDialog({
  value,
  onApply,
  canClear,
  hasTimes = true,
  shortcuts = billingShortcuts,
  now: given,
  ...dialog
}: DateRangeDialogProps) {
  const [now] = useState(() => given ?? new Date());
  const [range, setRange] = useState(() => value ?? shortcutRange('last30Days', now));
  const [wasRounded, setWasRounded] = useState(false);
  const firstTab = useRef<HTMLButtonElement>(null);
  const hasProblem = isReversed(range);

  function take(next: DateRange): void {
    const fitted = isReversed(next) ? { range: next, wasRounded: false } : fitRange(next);
    setRange(fitted.range);
    setWasRounded(fitted.wasRounded);
  }

  const onChoose = (shortcut: Shortcut) => take(shortcutRange(shortcut, now));
  const choice = { shortcuts, range, now, onChoose };

  function apply(next: DateRange | undefined): void {
    onApply(next);
    dialog.onOpenChange(false);
  }

  return (
    <Dialog
      {...dialog}
      size="xl"
      initialFocus={firstTab}
      footer={
        <>
          {canClear && value && (
            <Button variant="quiet" size="lg" className="mr-auto" onClick={() => apply(undefined)}>
              <Trans>Any date</Trans>
            </Button>
          )}
          <Button size="lg" onClick={() => dialog.onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" size="lg" disabled={hasProblem} onClick={() => apply(range)}>
            <Trans comment="Button: filters by the dates that are chosen">Apply</Trans>
          </Button>
        </>
      }
    >
      <div className="sm:grid sm:grid-cols-[176px_minmax(0,1fr)] sm:gap-5">
        <ShortcutSelect className="mb-4 sm:hidden" {...choice} />
        <ShortcutList className="border-line max-sm:hidden sm:border-r sm:pr-3" {...choice} />
        <Ends range={range} latest={endOfDay(now)} onChange={take} firstTab={firstTab} hasTimes={hasTimes} />
      </div>
      <div aria-live="polite" className="mt-4 empty:hidden">
        <RangeAlerts hasProblem={hasProblem} wasRounded={wasRounded} />
      </div>
    </Dialog>
  );
}

function RangeAlerts({ hasProblem, wasRounded }: { hasProblem: boolean; wasRounded: boolean }) {
  return (
    <>
      {hasProblem && (
        <Alert tone="bad">
          <Trans>The start cannot be after the end.</Trans>
        </Alert>
      )}
      {wasRounded && (
        <Alert tone="info">
          <Trans>The selected dates were rounded to match maximum time interval</Trans>
        </Alert>
      )}
    </>
  );
}

interface EndsProps {
  range: DateRange;
  latest: Date;
  onChange: (range: DateRange) => void;
  firstTab: RefObject<HTMLButtonElement | null>;
  hasTimes: boolean;
}

const tabClasses =
  'flex min-h-11 flex-1 flex-col items-start rounded-control px-3 py-1.5 text-left text-sm text-muted outline-offset-[-2px] data-active:bg-surface data-active:text-ink data-active:shadow-sm';

/** A tab for each end with its day, and its time if it has one. */
function Ends({ range, latest, onChange, firstTab, hasTimes }: EndsProps) {
  const { t } = useLingui();
  const { date } = useFormat();
  const style = hasTimes ? 'exact' : 'exactDate';
  return (
    <Tabs.Root defaultValue="start" className="min-w-0">
      <Tabs.List className="flex gap-1 rounded-[10px] border border-line bg-neutral-soft p-0.5">
        <Tabs.Tab ref={firstTab} value="start" className={tabClasses}>
          <span className="font-medium">
            <Trans>Start Date</Trans>
          </span>
          <span className="tabular-nums">{date(range.start, style)}</span>
        </Tabs.Tab>
        <Tabs.Tab value="end" className={tabClasses}>
          <span className="font-medium">
            <Trans>End Date</Trans>
          </span>
          <span className="tabular-nums">{date(range.end, style)}</span>
        </Tabs.Tab>
      </Tabs.List>
      {(['start', 'end'] as const).map((end) => (
        <Tabs.Panel key={end} value={end} className="pt-3">
          <Calendar
            range={range}
            chooses={end}
            latest={latest}
            onChoose={(day) => onChange({ ...range, [end]: withDay(range[end], day) })}
          />
          {hasTimes && (
            <TimeField
              label={end === 'start' ? t`Start time` : t`End time`}
              end={end}
              range={range}
              onChange={onChange}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

interface TimeFieldProps {
  label: string;
  end: RangeEnd;
  range: DateRange;
  onChange: (range: DateRange) => void;
}

/** A native time input. */
function TimeField({ label, end, range, onChange }: TimeFieldProps) {
  return (
    <Field label={label} className="mt-3 border-t border-line pt-3">
      {(control) => (
        <TextInput
          {...control}
          type="time"
          required
          value={formatTimeOfDay(range[end])}
          className="w-36 pointer-coarse:h-11"
          onChange={({ target }) => {
            const moment = withTime(range[end], target.value);
            if (moment) onChange({ ...range, [end]: moment });
          }}
        />
      )}
    </Field>
  );
}
