import { DayPicker } from 'react-day-picker';
import { intlLocales, useLocale } from '../lib/locale.ts';
import { classNames, dayClasses, languages } from './date-range/calendar-look.ts';

/** The number of years that can be chosen after that of the first day. */
const yearsAhead = 20;

interface DayCalendarProps {
  /** `YYYY-MM-DD`; any other text selects no day. */
  value: string;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliest: string;
  onChoose: (day: string) => void;
}

/** The user's midnight of a day; undefined if the text is not a day. */
function readDay(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00`);
  return Number.isNaN(day.getTime()) ? undefined : day;
}

const writeDay = (day: Date) =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** A month in which one day is chosen; earlier days than `earliest` are disabled. */
export function DayCalendar({ value, earliest, onChoose }: DayCalendarProps) {
  const locale = useLocale();
  // The accessible name has the visible number: '1', not '1st'.
  const named = new Intl.DateTimeFormat(intlLocales[locale], { dateStyle: 'full' });
  const first = readDay(earliest) ?? new Date();
  const last = new Date(first.getFullYear() + yearsAhead, 11, 31);
  const chosen = readDay(value);
  const isShown = chosen && chosen >= first && chosen <= last;
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={languages[locale]}
      labels={{ labelDayButton: (day) => named.format(day) }}
      selected={chosen}
      defaultMonth={isShown ? chosen : first}
      onSelect={(day) => onChoose(writeDay(day))}
      captionLayout="dropdown"
      startMonth={first}
      endMonth={last}
      disabled={{ before: first }}
      modifiersClassNames={dayClasses}
      classNames={classNames}
      fixedWeeks
    />
  );
}
