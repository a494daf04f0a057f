import { useCallback } from 'react';
import { type DateStyle, formatDate } from './format.ts';
import { useLocale } from './locale.ts';

type DayStyle = Exclude<DateStyle, 'exact' | 'exactDate' | 'dateTime' | 'time'>;

/** Formats a UTC day, such as 2026-11-22, which is the same day in every time zone. */
export function useDayText(): (day: string, style?: DayStyle) => string {
  const locale = useLocale();
  return useCallback((day, style = 'date') => formatDate(`${day}T00:00:00Z`, style, locale, 'UTC'), [locale]);
}
