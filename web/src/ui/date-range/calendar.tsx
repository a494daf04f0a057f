import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { intlLocales, useLocale } from '../../lib/locale.ts';
import { classNames, dayClasses, languages } from './calendar-look.ts';
import type { DateRange, RangeEnd } from './range.ts';

/** The number of years that can be chosen before that of the last day. */
const yearsBack = 10;

interface CalendarProps {
  range: DateRange;
  /** Which end of the range this calendar chooses. */
  chooses: RangeEnd;
  /** The last day that can be chosen. */
  latest: Date;
  onChoose: (day: Date) => void;
}

/** A month that shows the range. Days that would reverse the range cannot be chosen (RANGE-2). */
export function Calendar({ range, chooses, latest, onChoose }: CalendarProps) {
  const locale = useLocale();
  // The accessible name has the visible number: '1', not '1st'.
  const named = new Intl.DateTimeFormat(intlLocales[locale], { dateStyle: 'full' });
  const { start, end } = range;
  const chosen = range[chooses];
  // When the chosen day changes, its month is shown.
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
        ...dayClasses,
      }}
      classNames={classNames}
      fixedWeeks
    />
  );
}
