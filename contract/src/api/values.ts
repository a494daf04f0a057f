import { z } from 'zod';

/** Integer cents of `currency` (WIRE-2). */
export const cents = z.int();
/** ISO 8601 in UTC (WIRE-2). */
export const utc = z.iso.datetime();
/** Numeric id of a row. */
export const rowId = z.int().positive();
export const rowIdParameter = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** Id that the vendor chose in the catalog: lower-case letters, digits, hyphens (WIRE-19). */
const catalogIdPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;
export const catalogId = z.string().regex(catalogIdPattern);
/** Such an id in a path, where case does not matter (WIRE-21). */
export const catalogIdParameter = z.string().toLowerCase().regex(catalogIdPattern);
/** Id of an object at the payment provider (WIRE-19). */
export const providerId = z.string().regex(/^[a-zA-Z0-9_]{1,255}$/);

/** Removes controls that reverse the direction of text, which can disguise a name. Marks that Arabic and Hebrew need stay. */
const withoutDirectionControls = (text: string) => text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');

/** One line of text, trimmed, without control characters. It is empty or has a visible character. */
export const lineOfText = (max: number, min = 0) =>
  z
    .string()
    .overwrite(withoutDirectionControls)
    .trim()
    .min(min)
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text) && !/^[\p{Cf}\p{Z}]+$/u.test(text), {
      params: { messageKey: 'validation.characters' },
    });

/** A web address or its beginning: `https://…`, `www.…`, `pay.example/…`. */
const webAddress = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}\//iu;

/** The name of an organization. It appears in mail to strangers, so it must not contain links (MAIL-6). */
export const organizationName = (max: number) =>
  lineOfText(max, 1).refine((name) => !webAddress.test(name.normalize('NFKC')), {
    params: { messageKey: 'validation.webAddress' },
  });

/** The revision from which a form was made. If it is given and the values have changed since, the answer is `Conflict` (WIRE-23). */
export const formRevision = z.string().max(100).optional();

/** Text of several lines, trimmed, without other control characters. */
export const textBlock = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/[^\P{Cc}\t\r\n]/u.test(text), { params: { messageKey: 'validation.characters' } });

/** Allowed page sizes (WIRE-6). */
export const pageSizes = [10, 20, 100, 200, 300, 400] as const;

/** Query of a paged, sorted list. `page` starts at 1. An unknown `sortField` is a 400 (WIRE-5). */
export function listQuery<const Fields extends readonly [string, ...string[]]>(
  sortFields: Fields,
  defaults: { sortField: Fields[number]; order: 'asc' | 'desc'; pageSize?: number },
) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce
      .number()
      .int()
      .min(1)
      .max(400)
      .default(defaults.pageSize ?? 10),
    order: z.enum(['asc', 'desc']).default(defaults.order),
    sortField: z.enum(sortFields).default(defaults.sortField as never),
  });
}

/** Query of a paged list with a fixed order. */
export function pageQuery({ pageSize, max }: { pageSize: number; max: number }) {
  return z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(max).default(pageSize),
  });
}

/** Response of a paged list (WIRE-4). */
export function listSchema<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    total: z.int().nonnegative(),
    totalPages: z.int().nonnegative(),
    page: z.int().positive(),
    pageSize: z.int().positive(),
  });
}

/**
 * The word for one unit of a product, such as seat and seats, in the user's language. French uses `one` for 0 as
 * well.
 */
export const unitName = z.object({ one: z.string(), other: z.string() });
export type UnitName = z.infer<typeof unitName>;

/** Postal address with Stripe's names; `country` is ISO 3166-1 alpha-2. */
export const address = z.object({
  line1: z.string().trim().min(1).max(200),
  line2: z.string().trim().max(200).nullish(),
  city: z.string().trim().min(1).max(100),
  state: z.string().trim().max(100).nullish(),
  postalCode: z.string().trim().min(1).max(20),
  country: z.string().regex(/^[A-Z]{2}$/),
});
export type Address = z.infer<typeof address>;

export const shippingDetails = z.object({ name: z.string().trim().min(1).max(200), address });
export type ShippingDetails = z.infer<typeof shippingDetails>;

/** English and Canadian French (UI-3). */
export const locales = ['en', 'fr'] as const;
export type Locale = (typeof locales)[number];

/** The format of a report. There is only one. */
export const csvFormat = z.literal('csv').default('csv');
