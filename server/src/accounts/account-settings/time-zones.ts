import type { AccountTimeZone } from '@portico/contract';

const hourInMinutes = 60;
const quarterHourInMilliseconds = 15 * 60_000;

/** Whether a text is the IANA name of a time zone. Offsets such as +05:00 are formats of their own, and no places. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/**
 * How a time zone's clocks stand at a moment (SET-2). Daylight saving time is the greater of its two offsets in the year.
 * @throws RangeError for what is no time zone
 */
export function describeTimeZone(id: string, moment = new Date()): AccountTimeZone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' });
  const now = minutesAhead(format, moment);
  const year = moment.getUTCFullYear();
  const least = Math.min(...[0, 6].map((month) => minutesAhead(format, new Date(Date.UTC(year, month, 1)))));
  return { id, timeZoneOffset: now, isDaylightSavingTime: now > least };
}

/** Minutes that clocks are ahead of UTC at a moment. */
function minutesAhead(format: Intl.DateTimeFormat, moment: Date): number {
  const offset = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourInMinutes + Number(minutes)) || 0;
}

let listed: { readonly quarterHour: number; readonly zones: readonly AccountTimeZone[] } | undefined;

/** The world's time zones and UTC from the west to the east, as they are today. Clocks change on a quarter of an hour; until then the list is kept. */
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
