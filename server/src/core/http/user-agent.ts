import bowser from 'bowser';

/** What a browser says about itself. Anybody may say anything: it is shown, and decides nothing. */
export interface Device {
  /** `Firefox`, empty when unknown. */
  readonly browser: string;
  /** `Windows`, empty when unknown. */
  readonly system: string;
  readonly kind: 'desktop' | 'phone' | 'tablet' | 'unknown';
}

const unknown: Device = { browser: '', system: '', kind: 'unknown' };
const kinds: Readonly<Record<string, Device['kind']>> = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' };

/** Longer ones are no browser's, and would only cost time. */
const longest = 300;

/** The browser and its system of the header `User-Agent`. */
export function describeDevice(userAgent: string | null | undefined): Device {
  // The library throws for an empty one.
  if (!userAgent) return unknown;
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, longest));
  return { browser: browser.name ?? '', system: os.name ?? '', kind: kinds[platform.type ?? ''] ?? 'unknown' };
}

/** A device in a few words, the same in every language: `Firefox, Windows`. Empty when it is unknown. */
export function nameDevice(userAgent: string | null | undefined): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ');
}
