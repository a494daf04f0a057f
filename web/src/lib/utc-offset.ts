const hourInMinutes = 60;

/**
 * A UTC offset: `UTC−05:00`.
 * @param minutes negative in the west
 */
export function formatUtcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (part: number) => String(part).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / hourInMinutes))}:${two(size % hourInMinutes)}`;
}

/**
 * A time zone with its UTC offset: `(UTC−05:00) America/New York`.
 * @param zone an IANA name
 */
export function nameTimeZone(zone: string, minutes: number): string {
  return `(${formatUtcOffset(minutes)}) ${zone.replaceAll('_', ' ')}`;
}
