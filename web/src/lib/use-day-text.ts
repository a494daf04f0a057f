import { useCallback } from 'react';
import { type DateStyle, useFormat } from './format.ts';

/** Formats a UTC day, such as 2026-11-22, without shifting it to another day in the user's time zone. */
export function useDayText(): (day: string, style?: DateStyle) => string {
  const { date } = useFormat();
  return useCallback((day, style = 'date') => date(`${day}T12:00:00`, style), [date]);
}
