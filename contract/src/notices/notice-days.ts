/** The days before an end on which accounts are told of it where nothing else was chosen (EXP-2). */
export const usualNoticeDays: readonly number[] = [30, 7, 1];
/** The most days before an end that a product may say. */
export const mostNoticeDays = 90;
/** The days that an account can choose of. */
export const noticeDayChoices = [60, 30, 14, 7, 1] as const;
