import { useCallback } from 'react';
import { useFormat } from '../../lib/format.ts';

/** Words a day of UTC, such as 2026-11-22, without turning it into another day of the reader's time zone. */
export function useDayText(): (day: string) => string {
  const { date } = useFormat();
  return useCallback((day) => date(`${day}T12:00:00`, 'monthDay'), [date]);
}
