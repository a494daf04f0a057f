import { useLingui } from '@lingui/react/macro';

/** Seconds in words, in the unit that fits. */
export function useSpan(): (seconds: number) => string {
  const { t } = useLingui();
  return (seconds) => {
    const [second, minute, hour, day] = [1, 60, 3_600, 86_400].map((unit) => Math.max(0, Math.round(seconds / unit)));
    if (seconds < 120) return t({ message: `${second} s`, comment: 'A span of time in seconds' });
    if (seconds < 7_200) return t({ message: `${minute} min`, comment: 'A span of time in minutes' });
    if (seconds < 172_800) return t({ message: `${hour} h`, comment: 'A span of time in hours' });
    return t({ message: `${day} d`, comment: 'A span of time in days' });
  };
}

/** How long ago a moment was, in seconds. */
export function secondsSince(moment: string): number {
  return Math.max(0, (Date.now() - Date.parse(moment)) / 1000);
}
