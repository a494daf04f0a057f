import { nameTimeZone } from '../../../lib/utc-offset.ts';

const hourInMinutes = 60;

/** The UTC offset of a zone at a time, in minutes. */
function minutesAhead(zone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(moment);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourInMinutes + Number(minutes));
}

/** The world's time zones by current UTC offset, each with its IANA name. */
export function timeZones(now = new Date()): { value: string; label: string }[] {
  return Intl.supportedValuesOf('timeZone')
    .map((zone) => ({ zone, minutes: minutesAhead(zone, now) }))
    .sort((a, b) => a.minutes - b.minutes || a.zone.localeCompare(b.zone))
    .map(({ zone, minutes }) => ({ value: zone, label: nameTimeZone(zone, minutes) }));
}
