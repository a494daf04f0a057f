import { createHash } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';

/** The usage of a demo device on one UTC day. */
export interface DemoDay {
  readonly day: string;
  readonly checks: number;
  /** Counters by the product's own names. */
  readonly counters: Readonly<Record<string, number>>;
  readonly version: string | null;
}

/** A device of the demo, as far as its usage depends on it. */
export interface DemoUsage {
  readonly name: string;
  /** Days since it was added to its license. */
  readonly addedDays: number;
  /** Minutes since the product reported it; missing if it never did. */
  readonly seenMinutes?: number;
  readonly version?: string;
  /** The previous version, and the days since the device stopped using it. */
  readonly before?: { readonly version: string; readonly days: number };
  /** The days of the week on which it is used; 0 is Sunday. */
  readonly weekdays?: readonly number[];
  readonly released?: { readonly days: number };
}

/** What happened on a demo license on one UTC day. */
export interface DemoLicenseDay {
  readonly day: string;
  readonly activations: number;
  readonly deactivations: number;
  readonly refusals: number;
  readonly peakSessions: number;
  readonly wasFull: boolean;
}

const dayMinutes = 24 * 60;
/** Days of usage: four months, for the longest shortcut of the dashboard and the span before it. */
const daysOfUse = 125;
/** Checks of a device on a busy day. */
const dailyChecks = { least: 60, most: 190 };
/** The share of a weekday's checks on a weekend day. */
const weekendShare = 0.4;

/** A number from 0 to 1 that depends only on the text. */
function chance(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

const dayAt = (now: Date, ago: number) => new Date(now.getTime() - ago * millisecondsInDay).toISOString().slice(0, 10);
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const isWeekend = (day: string) => [0, 6].includes(weekday(day));

/** The identity documents, chips and faces that a device read on one day. */
function createCounters(checks: number, key: string): Record<string, number> {
  const documents = Math.round(checks * (1.5 + chance(`documents ${key}`)));
  const share = (of: string, least: number) => Math.round(documents * (least + 0.2 * chance(`${of} ${key}`)));
  return { documents, chips: share('chips', 0.4), faces: share('faces', 0.6) };
}

/** The share of today that has passed. */
const shareOfToday = (now: Date) => (now.getTime() % millisecondsInDay) / millisecondsInDay;

/** The days on which a device was used, the latest first. */
export function createDeviceDays(device: DemoUsage, now: Date): DemoDay[] {
  const { name, addedDays, seenMinutes, version = null, before, weekdays = [1, 2, 3, 4, 5] } = device;
  if (seenMinutes === undefined) return [];
  const last = Math.floor(seenMinutes / dayMinutes);
  const ages = Array.from({ length: daysOfUse }, (_, age) => age).filter((age) => age >= last && age < addedDays);
  return ages
    .map((age) => ({ age, day: dayAt(now, age) }))
    .filter(({ age, day }) => age === last || weekdays.includes(weekday(day)))
    .map(({ age, day }) => {
      const busy = dailyChecks.least + chance(`${name} ${day}`) * (dailyChecks.most - dailyChecks.least);
      const share = (isWeekend(day) ? weekendShare : 1) * (age === 0 ? shareOfToday(now) : 1);
      const checks = Math.max(1, Math.round(busy * share));
      return {
        day,
        checks,
        counters: createCounters(checks, `${name} ${day}`),
        version: before && age >= before.days ? before.version : version,
      };
    });
}

interface DemoLicense {
  /** -1 is unlimited. */
  readonly quantity: number;
  readonly isFloating: boolean;
}

/** The days on which devices of a license were used, added or released. */
export function createLicenseDays(
  devices: readonly DemoUsage[],
  { quantity, isFloating }: DemoLicense,
  now: Date,
): DemoLicenseDay[] {
  const use = devices.map((device) => createDeviceDays(device, now));
  return Array.from({ length: daysOfUse }, (_, age) => {
    const day = dayAt(now, age);
    const active = use.flatMap((days) => days.filter((one) => one.day === day));
    const checks = active.reduce((sum, one) => sum + one.checks, 0);
    const wanted = isFloating ? active.length : 0;
    const places = quantity < 0 ? wanted : quantity;
    return {
      day,
      activations: devices.filter(({ addedDays }) => Math.floor(addedDays) === age).length,
      deactivations: devices.filter(({ released }) => released?.days === age).length,
      refusals: Math.round(checks * 0.012 * chance(`refusals ${day}`)) + Math.max(0, wanted - places),
      peakSessions: Math.min(wanted, places),
      wasFull: wanted > places,
    };
  }).filter(
    ({ activations, deactivations, refusals, peakSessions }) =>
      activations + deactivations + refusals + peakSessions > 0,
  );
}
