import { useFormat } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/locale.ts';

/** A duration: `41 ms`, `3.2 s`; in French `3,2 s`. */
export function useDuration(): (milliseconds: number) => string {
  const locale = useLocale();
  const { number } = useFormat();
  return (milliseconds) => {
    if (milliseconds < 1000) return `${number(milliseconds)}\u00a0ms`;
    const seconds = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    return `${seconds.format(milliseconds / 1000)}\u00a0s`;
  };
}
