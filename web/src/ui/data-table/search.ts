import type { pageSizes as contractPageSizes } from '@portico/contract';
import type { SearchSchemaInput } from '@tanstack/react-router';

/** The page sizes to choose from (WIRE-6). The compiler checks that they equal those of the contract. */
export const pageSizes = [10, 20, 100, 200, 300, 400] as const satisfies typeof contractPageSizes;

/** The sorting and page of a list in its URL (UI-16). */
export interface ListSearch<SortField extends string = string> {
  page: number;
  pageSize: number;
  order: 'asc' | 'desc';
  sortField: SortField;
}

/** The same as `ListSearch`, with a text filter. */
export interface FilteredListSearch<SortField extends string = string> extends ListSearch<SortField> {
  textFilter: string;
}

/** A route's `validateSearch` for a list. Links to the route may omit default values. */
interface ReadSearch<Search> {
  (search: Record<string, unknown>): Search;
  (search: Partial<Search> & SearchSchemaInput): Search;
}

/** A whole number above zero; otherwise null. The value is a text in an address, and a number in a link. */
export const positive = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

/** Whether a flag is set. The value is a text in an address, and a boolean in a link. */
export const isOn = (value: unknown): boolean => value === true || value === 'true';

/**
 * Reads a list's sorting and page from the URL; invalid values fall back to the defaults. `listSearch(['created',
 * 'total'], { sortField: 'created', order: 'desc' })`
 */
export function listSearch<const Fields extends readonly string[]>(
  sortFields: Fields,
  defaults: { sortField: Fields[number]; order: 'asc' | 'desc'; pageSize?: number; sizes?: readonly number[] },
): ReadSearch<ListSearch<Fields[number]>> {
  return (search: Record<string, unknown>) => {
    const pageSize = positive(search.pageSize);
    return {
      page: positive(search.page) ?? 1,
      pageSize: (defaults.sizes ?? pageSizes).find((size) => size === pageSize) ?? defaults.pageSize ?? 10,
      order: search.order === 'asc' || search.order === 'desc' ? search.order : defaults.order,
      sortField: sortFields.find((field) => field === search.sortField) ?? defaults.sortField,
    };
  };
}

/** `listSearch` for a list with a text filter. */
export function filteredListSearch<const Fields extends readonly string[]>(
  ...list: Parameters<typeof listSearch<Fields>>
): ReadSearch<FilteredListSearch<Fields[number]>> {
  const readList = listSearch(...list);
  return (search: Record<string, unknown>) => {
    const { textFilter } = search;
    return { ...readList(search), textFilter: typeof textFilter === 'string' ? textFilter : '' };
  };
}

/** Adds further filters to a list: `extra` reads them from the URL, undefined if not set. */
export function extendSearch<Search, Extra>(
  readList: (search: Record<string, unknown>) => Search,
  extra: (search: Record<string, unknown>) => Extra,
): ReadSearch<Search & Extra> {
  return (search: Record<string, unknown>) => ({ ...readList(search), ...extra(search) });
}

/**
 * The pages that a pager shows: first, last, the current one and its neighbors; null is a gap. `pagerPages(1, 24)` →
 * `[1, 2, null, 24]`.
 */
export function pagerPages(page: number, totalPages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, totalPages].filter((number) => number >= 1 && number <= totalPages);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1];
    if (before === undefined || number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

/** A text in an address; undefined if it is missing or empty. */
export const textSearch = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads one of several allowed numbers, which are texts in an address. */
export const oneOfSearch =
  <const Values extends readonly number[]>(values: Values) =>
  (value: unknown): Values[number] | undefined =>
    values.find((known) => String(known) === String(value));

/** A range of dates; ignored unless both ends are set. The page validates it, so that other pages need not load the code. */
export function rangeSearch(search: Record<string, unknown>) {
  const [from, to] = [textSearch(search.from), textSearch(search.to)];
  return { from: to && from, to: from && to };
}

/** The product in a page's address. */
export function productSearch(search: { product?: string | undefined } & SearchSchemaInput) {
  return { product: textSearch(search.product) };
}

/** The id of a product; undefined for anything that cannot be one. */
export const productIdSearch = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(value) ? value : undefined;
