import type { CatalogDifference, CatalogProblem, CatalogVersion, Locale } from '@portico/contract';
import { localizedColon, translate } from '../../core/messages/index.ts';
import type { Written } from '../file/canonical.ts';
import type { Difference } from '../file/differences.ts';
import { toSentence } from '../file/words.ts';
import type { DefinitionProblem } from '../versions/check-definition.ts';
import type { ListedVersion, VersionFailure } from '../versions/versions.queries.ts';
import { choiceLabel, fieldLabel, formatForScreen } from './screen-words.ts';

/** Maximum characters of a value in a comparison. */
const maxLength = 160;

/** A short text for a value, or null. */
export function describeValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value.startsWith('data:') ? '▣' : cut(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? '[]' : cut(value.map(describeValue).join(', '));
  const { name, caption, nickname, en, id, code } = value as Record<string, unknown>;
  const words = [name, caption, nickname, en].find((text) => text !== undefined);
  const short = words === undefined ? (id ?? code) : words;
  return short === undefined ? cut(JSON.stringify(value)) : describeValue(short);
}

/** Fields that describe an entry beside its name, in the order in which they are shown. */
const factFields = [
  'percentOff',
  'amountOff',
  'duration',
  'durationInMonths',
  'maxRedemptions',
  'redeemBy',
  'amount',
  'interval',
  'intervalCount',
  'processingType',
  'displayType',
  'licensingType',
  'version',
  'type',
  'products',
  'plans',
  'prices',
  'addons',
];

/** A short text for a value, and for an entry with a few facts: 'Half off (Percent off: 50, Months: 3)' (CAT-49). */
function describeWithFacts(value: unknown, locale: Locale): string | null {
  const words = describeValue(value);
  if (words === null || typeof value !== 'object' || Array.isArray(value)) return words;
  const colon = localizedColon(locale);
  const facts = factFields.flatMap((name) => {
    const fact = (value as Written)[name];
    if (fact === undefined || fact === null) return [];
    const summary = Array.isArray(fact) && typeof fact[0] === 'object' ? fact.length : describeValue(fact);
    return [`${fieldLabel(name, locale)}${colon}${choiceLabel(String(summary), locale)}`];
  });
  return facts.length > 0 ? cut(`${words} (${facts.join(', ')})`) : words;
}

const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text);

export function presentDifferences(differences: readonly Difference[], locale: Locale): CatalogDifference[] {
  return differences.map(({ place, before, after }) => ({
    place,
    title: describePlace(place, locale),
    before: describeWithFacts(before, locale),
    after: describeWithFacts(after, locale),
  }));
}

/** A path in the editor's words and the ids of entries: 'scan › Plans: scan-pro › Name: French' (CAT-49). */
export function describePlace(place: string, locale: Locale): string {
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  const colon = localizedColon(locale);
  const words: string[] = [];
  for (const [, name = '', key] of place.matchAll(/(\w+)(?:\[([^\]]*)\])?/g)) {
    const isList = words.length === 0 && key !== undefined;
    if (isList) words.push(key);
    else if (name === 'en' || name === 'fr') words.push(`${words.pop()}${colon}${languages.of(name)}`);
    else words.push(key === undefined ? fieldLabel(name, locale) : `${fieldLabel(name, locale)}${colon}${key}`);
  }
  return words.join(' › ');
}

/** Maximum values per version in the audit log. */
const maxKept = 50;

/** The audit log's detail of changes, by path, and the number of changed values if not all are listed. */
export function createAuditDetail(differences: readonly Difference[]) {
  const kept = differences.slice(0, maxKept);
  return {
    changes: Object.fromEntries(
      kept.map(({ place, before, after }) => [place, [describeValue(before), describeValue(after)] as const]),
    ),
    ...(differences.length > kept.length && { changedValues: differences.length }),
  };
}

/** 'Should be money such as 49.00 …' in the reader's language. */
export function presentProblem({ place, message }: DefinitionProblem, locale: Locale): CatalogProblem {
  return { place, title: describePlace(place, locale), message: toSentence(formatForScreen(message, locale)) };
}

export function presentFailure(failure: VersionFailure | null, locale: Locale): string | null {
  switch (failure?.reason) {
    case undefined:
      return null;
    case 'overtaken':
      return translate(locale, 'catalog.failedOvertaken');
    case 'invalid':
      return translate(locale, 'catalog.failedInvalid', { field: failure.field });
    case 'refused':
      return translate(locale, 'catalog.failedRefused', { message: failure.message });
    case 'unavailable':
      return translate(locale, 'catalog.failedUnavailable');
    case 'givenUp':
      return translate(locale, 'catalog.failedGivenUp');
  }
}

export function presentVersion(
  row: ListedVersion,
  names: ReadonlyMap<number, { readonly name: string }>,
  { locale, sold }: { locale: Locale; sold: number | undefined },
): CatalogVersion {
  return {
    id: row.id,
    source: row.source,
    by: row.publishedBy === null ? null : (names.get(row.publishedBy)?.name ?? null),
    requestedAt: row.requestedAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    failure: presentFailure(row.failure, locale),
    isSold: row.id === sold,
    mayTryAgain: row.publishedAt === null && row.basedOn === sold && row.failure?.reason !== 'invalid',
    mayGiveUp: row.publishedAt === null && row.failedAt === null,
    summary: row.summary,
  };
}
