import { useCallback } from 'react';
import { useFormat } from '../../lib/format.ts';

/** Formats a UTC day, such as 2026-11-22, without shifting it to another day in the user's time zone. */
export function useDayText(): (day: string) => string {
  const { date } = useFormat();
  return useCallback((day) => date(`${day}T12:00:00`, 'monthDay'), [date]);
}
