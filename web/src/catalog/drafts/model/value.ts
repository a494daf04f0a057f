import type { CatalogField, CatalogNamedField } from '@portico/contract';

/** A part of the catalog as stored. */
export type Written = Record<string, unknown>;

/** A copy of the value with one field replaced; undefined removes the field. */
export function withField(value: Written, name: string, part: unknown): Written {
  const { [name]: _former, ...others } = value;
  return part === undefined ? others : { ...value, [name]: part };
}

/** The typed text; undefined if it is empty. */
export const typed = (text: string) => (text === '' ? undefined : text);

/** The typed number. An invalid one is kept as text, so that it is reported and not lost. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}

/** The typed days, `30, 7`. Invalid ones are kept as text. */
export function typedDays(text: string): number[] | string | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  if (parts.length === 0) return undefined;
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text;
}

/** Money in the catalog's format: with a point, without a currency sign. */
export const typedMoney = (text: string) => typed(text.replace(/[\s$]/g, '').replace(',', '.'));

/** A text with one language replaced. */
export function withLanguage(text: unknown, language: 'en' | 'fr', part: string): Written | undefined {
  const former = typeof text === 'object' && text !== null ? (text as Written) : {};
  const changed = withField(former, language, typed(part));
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** The list with an entry moved by one position. */
export function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return [...items];
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from] as Item);
}

/** The possible references of a catalog's fields. */
export type References = Readonly<Record<'plan' | 'product' | 'coupon', readonly { id: string; name: string }[]>>;

/** The options of a field. A chosen but unknown one is included, so that it can be reported. */
export function listChoices(field: CatalogField, references: References, chosen: readonly string[]) {
  const known =
    field.kind === 'choice'
      ? field.choices
      : field.kind === 'reference'
        ? references[field.to].map(({ id, name }) => ({ value: id, label: name }))
        : [];
  const unknown = chosen.filter((one) => !known.some(({ value }) => value === one));
  return [...known, ...unknown.map((one) => ({ value: one, label: one }))];
}

/** The path of an entry in a list: by its key, or by its position if it has no key. */
export function entryPath(list: string, key: string | null, entry: Written, position: number): string {
  return `${list}[${(key && entry[key]) || position}]`;
}

/** The number of problems of an entry and its contents. */
export function countProblems(problems: ReadonlyMap<string, string>, place: string): number {
  return [...problems.keys()].filter((one) => one === place || one.startsWith(`${place}.`)).length;
}

/** The initial value of a new entry in a list. */
export function createEmptyValue(field: CatalogField): unknown {
  if (field.kind === 'block') return {};
  return field.kind === 'list' ? [] : '';
}

/** The title of an entry in its list: its name, otherwise its id, otherwise empty. */
export function entryTitle(value: unknown, language: 'en' | 'fr'): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const block = value as Written;
  for (const name of ['displayName', 'name', 'nickname', 'caption']) {
    const text = block[name];
    if (typeof text === 'string' && text !== '') return text;
    const words = text as Record<'en' | 'fr', string | undefined> | undefined;
    const word = words?.[language] ?? words?.en;
    if (word) return word;
  }
  return String(block.id ?? block.code ?? block.scope ?? '');
}

const plansIn = ({ plans }: Written) => (Array.isArray(plans) ? plans.length : 0);

/**
 * A new product after a change: its first plan makes it require a subscription; removing the last plan reverts that.
 */
export function withSubscriptionAsPlans(before: Written, after: Written): Written {
  if (plansIn(before) > 0 === plansIn(after) > 0) return after;
  return withField(after, 'subscriptionIsRequired', plansIn(after) > 0 ? undefined : false);
}

/** Whether a field has its own row, below the others. */
export function isSection({ field }: CatalogNamedField): boolean {
  if (field.kind === 'list') return true;
  return field.kind === 'block' || field.kind === 'featureValues';
}

/** Whether a text needs more than one line. */
export const isLong = (longest: number) => longest > 120;
