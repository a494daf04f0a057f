/** Minutes on offer beside the hours (SET-5). */
export const lifetimeMinutes = [0, 15, 30, 45] as const;

/** The most hours on offer. */
export const mostHours = 24;

/** Seconds: the bounds of an idle time (SET-5). */
const shortest = 1_800;
const longest = 86_400;

/** An idle time as the form has it. */
export interface Lifetime {
  readonly hours: number;
  readonly minutes: number;
}

/** Seconds as hours and minutes on offer, rounded down. */
export function lifetimeOf(seconds: number): Lifetime {
  const minutes = Math.floor(seconds / 60);
  return { hours: Math.floor(minutes / 60), minutes: Math.floor((minutes % 60) / 15) * 15 };
}

/** Seconds of an idle time. */
export function secondsOf({ hours, minutes }: Lifetime): number {
  return hours * 3_600 + minutes * 60;
}

/** The idle time that is kept of a chosen one: the nearest that sessions may have. */
export function nearestLifetime(lifetime: Lifetime): Lifetime {
  return lifetimeOf(Math.min(longest, Math.max(shortest, secondsOf(lifetime))));
}
