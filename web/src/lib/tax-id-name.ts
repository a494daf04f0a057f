import { type TaxIdKind, taxIdKinds } from '@portico/contract/tax-ids';
import { useLocale } from './locale.ts';
import { countryName } from './reference.ts';

/** The name of a kind of tax number with its country, such as `Canada – QST`; the code if the kind is unknown. */
export function useKindName(): (kind: string) => string {
  const locale = useLocale();
  return (kind) => {
    const known = Object.hasOwn(taxIdKinds, kind) ? taxIdKinds[kind as TaxIdKind] : undefined;
    if (!known) return kind.replaceAll('_', ' ').toUpperCase();
    return `${countryName(known.country, locale)} – ${known.name[locale]}`;
  };
}
