import bowser from 'bowser';

/** What a browser says about itself. It is not trustworthy, so it is only shown and decides nothing. */
export interface Device {
  /** For example `Firefox`; empty if unknown. */
  readonly browser: string;
  /** For example `Windows`; empty if unknown. */
  readonly system: string;
  readonly kind: 'desktop' | 'phone' | 'tablet' | 'unknown';
}

const unknown: Device = { browser: '', system: '', kind: 'unknown' };
const kinds: Readonly<Record<string, Device['kind']>> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Maximum number of characters that are parsed. No browser sends more, and parsing more would only cost time. */
const longest = 300;

/** Parses the browser and its system from the `User-Agent` header. */
export function describeDevice(userAgent: string | null | undefined): Device {
  // The library throws for an empty string.
  if (!userAgent) return unknown;
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, longest));
  return { browser: browser.name ?? '', system: os.name ?? '', kind: kinds[platform.type ?? ''] ?? 'unknown' };
}

/** A short description, the same in every language: `Firefox, Windows`. Empty if unknown. */
export function nameDevice(userAgent: string | null | undefined): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ');
}
