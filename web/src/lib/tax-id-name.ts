import { type TaxIdKind, taxIdKinds } from '@portico/contract/tax-ids';
import { intlLocales, useLocale } from './locale.ts';

/** The name of a kind of tax number with its country, such as `Canada – QST`; the code if the kind is unknown. */
export function useKindName(): (kind: string) => string {
  const locale = useLocale();
  const countries = new Intl.DisplayNames(intlLocales[locale], { type: 'region' });
  return (kind) => {
    const known = Object.hasOwn(taxIdKinds, kind) ? taxIdKinds[kind as TaxIdKind] : undefined;
    if (!known) return kind.replaceAll('_', ' ').toUpperCase();
    return `${countries.of(known.country) ?? known.country} – ${known.name[locale]}`;
  };
}
