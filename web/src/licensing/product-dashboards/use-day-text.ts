import { useCallback } from 'react';
import { type DateStyle, useFormat } from '../../lib/format.ts';

/** Words a day of UTC, such as 2026-11-22, without turning it into another day of the reader's time zone. */
export function useDayText(): (day: string, style?: DateStyle) => string {
  const { date } = useFormat();
  return useCallback((day, style = 'date') => date(`${day}T12:00:00`, style), [date]);
}
