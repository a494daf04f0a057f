import { enUS } from 'react-day-picker/locale/en-US';
import { frCA } from 'react-day-picker/locale/fr-CA';

/** The locales of the calendar. */
export const languages = { en: enUS, fr: frCA };

const step =
  'inline-grid size-9 place-items-center rounded-control hover:bg-neutral-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-40 pointer-coarse:size-11 [&_svg]:size-5 [&_svg]:fill-current';

/** The classes of the calendar's parts. */
export const classNames = {
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

/** The classes of days with a meaning. */
export const dayClasses = {
  selected: '*:!bg-accent *:!text-on-accent',
  today: 'font-semibold',
  disabled: '*:text-muted *:opacity-50',
} as const;
