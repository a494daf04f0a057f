const dayInMilliseconds = 86_400_000;

/** Days before the end of a secret at which admins are mailed (SSO-16). A token ends soon from the first of them on (TOK-5). */
export const warningDays = [30, 7, 1] as const;

/** Whole days from a moment (UTC) to a day `YYYY-MM-DD`; negative once it is past. */
export function daysUntil(day: string, now: Date): number {
  const today = Date.parse(now.toISOString().slice(0, 10));
  return Math.round((Date.parse(day) - today) / dayInMilliseconds);
}

/**
 * The warning that is due: the nearest one, where it did not go out. A job that did not run for days sends one mail, not three.
 * @param sent the warnings that went out for this day @param days before the end at which a warning is due
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
