const dayInMilliseconds = 86_400_000;

/**
 * Days before a secret expires on which admins get a mail (SSO-16). A token counts as ending soon from the first of
 * these days on (TOK-5).
 */
export const warningDays = [30, 7, 1] as const;

/** Whole days from a moment (UTC) to a day `YYYY-MM-DD`; negative if it has passed. */
export function daysUntil(day: string, now: Date): number {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return Math.round((Date.parse(day) - today) / dayInMilliseconds);
}

/**
 * The warning that is due: the nearest one, unless it was sent. A job that did not run for days sends one mail, not
 * three.
 * @param sent the warnings already sent for this day @param days before the end on which a warning is due
 */
export function dueWarning(
  daysLeft: number,
  sent: readonly number[],
  days: readonly number[] = warningDays,
): number | undefined {
  if (daysLeft < 0) return undefined;
  const passed = days.filter((one) => daysLeft <= one);
  if (passed.length === 0) return undefined;
  const nearest = Math.min(...passed);
  return sent.includes(nearest) ? undefined : nearest;
}
