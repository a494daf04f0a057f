/** The default days before an end on which notices are sent (EXP-2). */
export const usualNoticeDays: readonly number[] = [30, 7, 1];
/** The largest number of days before an end that a product may set. */
export const maxNoticeDays = 90;
/** The days that an account can choose. */
export const noticeDayChoices = [60, 30, 14, 7, 1] as const;
