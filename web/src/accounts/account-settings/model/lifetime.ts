/** The minutes to choose from, besides the hours (SET-5). */
export const lifetimeMinutes = [0, 15, 30, 45] as const;

/** The maximum number of hours. */
export const maxHours = 24;

/** The bounds of an idle time in seconds (SET-5). */
const shortest = 1_800;
const longest = 86_400;

/** The form's value of an idle time. */
export interface Lifetime {
  readonly hours: number;
  readonly minutes: number;
}

/** Seconds as the offered hours and minutes, rounded down. */
export function toLifetime(seconds: number): Lifetime {
  const minutes = Math.floor(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: Math.floor((minutes % 60) / 15) * 15 };
}

/** The seconds of an idle time. */
export function toSeconds({ hours, minutes }: Lifetime): number {
  return hours * 3_600 + minutes * 60;
}

/** The allowed idle time that is nearest to a chosen one. */
export function nearestLifetime(lifetime: Lifetime): Lifetime {
  return toLifetime(Math.min(longest, Math.max(shortest, toSeconds(lifetime))));
}
