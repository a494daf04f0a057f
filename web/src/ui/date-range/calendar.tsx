import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { frCA } from 'react-day-picker/locale/fr-CA';
import { intlLocales, useLocale } from '../../lib/locale.ts';
import type { DateRange, RangeEnd } from './range.ts';

const languages = { en: enUS, fr: frCA };

/** Years before the last day that can be chosen. */
const yearsBack = 10;

interface CalendarProps {
  range: DateRange;
  /** Which of its ends is chosen here. */
  chooses: RangeEnd;
  /** The last day that can be chosen. */
  latest: Date;
  onChoose: (day: Date) => void;
}

/** A month with the range in it. Days that would turn the range around cannot be chosen (RANGE-2). */
export function Calendar({ range, chooses, latest, onChoose }: CalendarProps) {
  const locale = useLocale();
  // The number that is seen stands in the name: '1', not '1st'.
  const named = new Intl.DateTimeFormat(intlLocales[locale], { dateStyle: 'full' });
  const { start, end } = range;
  const chosen = range[chooses];
  // Whatever moves the end, its month comes into sight.
  const [shown, setShown] = useState({ month: chosen, of: chosen.getTime() });
  if (shown.of !== chosen.getTime()) setShown({ month: chosen, of: chosen.getTime() });
  const reversing = chooses === 'start' ? { after: end } : { before: start };
  return (
    <DayPicker
      mode="single"
      required
      locale={languages[locale]}
      labels={{ labelDayButton: (day) => named.format(day) }}
      selected={chosen}
      month={shown.month}
      onMonthChange={(month) => setShown({ ...shown, month })}
      onSelect={onChoose}
      captionLayout="dropdown"
      startMonth={new Date(latest.getFullYear() - yearsBack, 0)}
      endMonth={latest}
      disabled={[reversing, { after: latest }]}
      modifiers={{ between: { after: start, before: end }, ends: [start, end] }}
      modifiersClassNames={{
        between: 'bg-accent-soft',
        ends: '*:bg-accent-soft *:font-semibold *:text-accent-text',
        selected: '*:!bg-accent *:!text-on-accent',
        today: 'font-semibold',
        disabled: '*:text-muted *:opacity-50',
      }}
      classNames={classNames}
      fixedWeeks
    />
  );
}

const step =
  'inline-grid size-9 place-items-center rounded-control hover:bg-neutral-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-40 pointer-coarse:size-11 [&_svg]:size-5 [&_svg]:fill-current';

const classNames = {
  root: 'relative w-full',
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: step,
  button_next: step,
  month_caption: 'flex h-9 items-center justify-center pointer-coarse:h-11',
  dropdowns: 'flex items-center gap-1 font-medium',
  dropdown_root:
    'relative inline-flex h-9 items-center rounded-control px-1.5 hover:bg-neutral-soft has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11',
  dropdown: 'absolute inset-0 cursor-pointer opacity-0',
  caption_label: 'inline-flex items-center gap-1 [&_svg]:size-4 [&_svg]:fill-current',
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekday: 'h-8 text-sm font-medium text-muted',
  day: 'p-0 text-center first:rounded-l-control last:rounded-r-control',
  day_button:
    'h-9 w-full cursor-pointer rounded-control tabular-nums outline-offset-[-2px] hover:bg-neutral-soft disabled:cursor-not-allowed pointer-coarse:h-11',
  hidden: 'invisible',
} as const;
