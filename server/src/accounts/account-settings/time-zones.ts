import type { AccountTimeZone } from '@portico/contract';

const hourInMinutes = 60;
const quarterHourInMilliseconds = 15 * 60_000;

/** Whether a text is an IANA time zone name. Offsets such as +05:00 are not. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/**
 * A time zone's offset at a moment (SET-2). Daylight saving time is the greater of the year's two offsets. @throws
 * RangeError for an unknown time zone
 */
export function describeTimeZone(id: string, moment = new Date()): AccountTimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' });
  const now = minutesAhead(format, moment);
  const year = moment.getUTCFullYear();
  const least = Math.min(...[0, 6].map((month) => minutesAhead(format, new Date(Date.UTC(year, month, 1)))));
  return { id, timeZoneOffset: now, isDaylightSavingTime: now > least };
}

/** The moment at which the clocks of a time zone show a time, which is given as if it were in UTC. */
export function findZonedMoment(id: string, shown: Date): Date {
  const subtractOffset = (at: Date) => new Date(shown.getTime() - describeTimeZone(id, at).timeZoneOffset * 60_000);
  return subtractOffset(subtractOffset(shown));
}

/** The offset from UTC at a moment, in minutes. */
function minutesAhead(format: Intl.DateTimeFormat, moment: Date): number {
  const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourInMinutes + Number(minutes)) || 0;
}

let listed: { readonly quarterHour: number; readonly zones: readonly AccountTimeZone[] } | undefined;

/** The world's current time zones and UTC, from west to east. Cached until the next quarter of an hour, when clocks can change. */
export function listTimeZones(now = new Date()): readonly AccountTimeZone[] {
  const quarterHour = Math.floor(now.getTime() / quarterHourInMilliseconds);
  if (listed?.quarterHour !== quarterHour) {
    const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
      .map((id) => describeTimeZone(id, now))
      .sort((one, other) => one.timeZoneOffset - other.timeZoneOffset || (one.id < other.id ? -1 : 1));
    listed = { quarterHour, zones };
  }
  return listed.zones;
}
