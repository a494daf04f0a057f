import type { CatalogField, CatalogNamedField } from '@portico/contract';

/** A part of the catalog as it is kept. */
export type Written = Record<string, unknown>;

/** The value with another one in the place of a field; undefined takes the field out. */
export function withField(value: Written, name: string, part: unknown): Written {
  const { [name]: _former, ...others } = value;
  return part === undefined ? others : { ...value, [name]: part };
}

/** What somebody typed; nothing for an empty text. */
export const typed = (text: string) => (text === '' ? undefined : text);

/** A number that somebody typed. What is none stays as it is, so that it is told and not lost. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return undefined;
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : text;
}

/** Days that somebody typed, `30, 7`. What are none stay as they are. */
export function typedDays(text: string): number[] | string | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  if (parts.length === 0) return undefined;
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : text;
}

/** Money as the catalog writes it: a point, and no sign. */
export const typedMoney = (text: string) => typed(text.replace(/[\s$]/g, '').replace(',', '.'));

/** A text in one language, beside the other one. */
export function withLanguage(text: unknown, language: 'en' | 'fr', part: string): Written | undefined {
  const former = typeof text === 'object' && text !== null ? (text as Written) : {};
  const changed = withField(former, language, typed(part));
  return Object.keys(changed).length > 0 ? changed : undefined;
}

/** The list with an entry moved by one place. */
export function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): Item[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return [...items];
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from] as Item);
}

/** What a catalog's fields may refer to. */
export type References = Readonly<Record<'plan' | 'product' | 'coupon', readonly { id: string; name: string }[]>>;

/** What can be chosen in a field. What was chosen and is not known any more stays among it, so that it is told. */
export function choicesOf(field: CatalogField, references: References, chosen: readonly string[]) {
  const known =
    field.kind === 'choice'
      ? field.choices
      : field.kind === 'reference'
        ? references[field.to].map(({ id, name }) => ({ value: id, label: name }))
        : [];
  const unknown = chosen.filter((one) => !known.some(({ value }) => value === one));
  return [...known, ...unknown.map((one) => ({ value: one, label: one }))];
}

/** Where an entry of a list stands: named by its key, or by its position while it has none. */
export function placeOfEntry(list: string, key: string | null, entry: Written, position: number): string {
  return `${list}[${(key && entry[key]) || position}]`;
}

/** How many problems an entry has, with those of everything in it. */
export function countProblems(problems: ReadonlyMap<string, string>, place: string): number {
  return [...problems.keys()].filter((one) => one === place || one.startsWith(`${place}.`)).length;
}

/** What a new entry of a list begins with. */
export function emptyOf(field: CatalogField): unknown {
  if (field.kind === 'block') return {};
  return field.kind === 'list' ? [] : '';
}

/** The words by which an entry is known in its list: its name, else its id, else nothing. */
export function titleOf(value: unknown, language: 'en' | 'fr'): string {
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

/** A product that was never sold, as somebody changes it: its first plan makes it need a subscription, and without its last one it needs none. */
export function withSubscriptionAsPlans(before: Written, after: Written): Written {
  if (plansIn(before) > 0 === plansIn(after) > 0) return after;
  return withField(after, 'subscriptionIsRequired', plansIn(after) > 0 ? undefined : false);
}

/** Whether a field has room of its own, below the others. */
export function isSection({ field }: CatalogNamedField): boolean {
  if (field.kind === 'list') return true;
  return field.kind === 'block' || field.kind === 'featureValues';
}

/** Whether a text has more than one line's worth. */
export const isLong = (longest: number) => longest > 120;
