import { useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { lazyPart } from '../lib/lazy.tsx';
import type { ControlProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { PartBoundary } from './part-boundary.tsx';
import { TextInput } from './text-input.tsx';

const DayCalendar = lazyPart(() => import('./day-calendar.tsx').then((module) => module.DayCalendar));

interface DateInputProps extends ControlProps {
  name: string;
  /** `YYYY-MM-DD`, or incomplete input. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref?: Ref<HTMLInputElement>;
  /** The first day that can be chosen, `YYYY-MM-DD`. */
  earliest: string;
  /** Buttons beside the field. */
  children?: ReactNode;
}

/** A day as `YYYY-MM-DD`, typed or chosen in a calendar that opens below. */
export function DateInput({ value, onChange, onBlur, ref, earliest, children, ...control }: DateInputProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const calendarId = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <div className="relative min-w-40 flex-1">
          <TextInput
            {...control}
            ref={ref}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            placeholder={t`YYYY-MM-DD`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            className="pr-10 tabular-nums"
          />
          <IconButton
            ref={button}
            {...DayCalendar.warmUp}
            size="sm"
            label={t`Choose a day`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? calendarId : undefined}
            className="absolute top-0.5 right-0.5 pointer-coarse:size-8"
            onClick={() => setIsOpen(!isOpen)}
          >
            <CalendarDays aria-hidden="true" />
          </IconButton>
        </div>
        {children}
      </div>
      <PartBoundary onFailure={() => setIsOpen(false)}>
        {isOpen && (
          <div id={calendarId} className="rounded-card border border-line p-3">
            <DayCalendar
              value={value}
              earliest={earliest}
              onChoose={(day) => {
                onChange(day);
                setIsOpen(false);
                button.current?.focus();
              }}
            />
          </div>
        )}
      </PartBoundary>
    </>
  );
}
