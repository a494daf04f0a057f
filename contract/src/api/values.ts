import { z } from 'zod';
import { fitsPostalCode, postalCodeExample, requiresPostalCode } from './postal-codes.ts';
import { countries } from './reference-data.ts';

/** Integer cents of `currency` (WIRE-2). */
export const cents = z.int();
/** The first day that the database knows: it has no year 0. */
const firstDay = Date.parse('0001-01-01');
const isInCalendar = (text: string) => Date.parse(text) >= firstDay;
/** ISO 8601 in UTC (WIRE-2). */
export const utc = z.iso.datetime().refine(isInCalendar);
/** ISO 8601 with any offset. */
export const moment = z.iso.datetime({ offset: true }).refine(isInCalendar);
export const day = z.iso.date().refine(isInCalendar);
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

/** A web address, a domain, or a number of seven digits, as in a telephone number. */
const contactInName = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}|(?:\p{Nd}[^\p{L}\p{N}]*){7}/u;

/** Whether a name contains a contact that could mislead the reader of a mail. Mail to strangers omits such names of persons (MAIL-6). */
export const isMisleadingName = (name: string) => contactInName.test(name.normalize('NFKC'));

/** Names such as 'Amazon.com Services LLC' and '9123-4567 Québec inc.' have at most four words; a sentence has more. */
const maxWordsWithContact = 4;

/** The name of an organization. It appears in mail to strangers, so it must not contain links or be a sentence with a contact (MAIL-6). */
export const organizationName = (max: number) =>
  lineOfText(max, 1).refine(
    (name) =>
      !webAddress.test(name.normalize('NFKC')) &&
      (name.split(/\s+/).length <= maxWordsWithContact || !isMisleadingName(name)),
    { params: { messageKey: 'validation.webAddress' } },
  );

/** The revision from which a form was made. If it is given and the values have changed since, the answer is `Conflict` (WIRE-23). */
export const formRevision = z.string().max(100).optional();
/** The query of a call whose body is a list. Its revision is `idsRevision` of the ids that the form showed as chosen. */
export const listRevision = z.object({ revision: formRevision });

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

/** The reader of a report (IMP-11): a spreadsheet program in the user's language, or a program that needs the same format in every language. */
export const reportReaders = ['spreadsheet', 'program'] as const;
export type ReportReader = (typeof reportReaders)[number];

/** The part of a query that says how a report is written. */
export const reportFormat = {
  format: z.literal('csv').default('csv'),
  for: z.enum(reportReaders).default('spreadsheet'),
};

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

const countryCodes = new Set(countries.map(({ code }) => code));

/** An ISO 3166-1 alpha-2 code. */
const countryCode = z.string().check(({ value, issues }) => {
  if (countryCodes.has(value)) return;
  const messageKey = value === 'UK' ? 'validation.unitedKingdom' : 'validation.country';
  issues.push({ code: 'custom', params: { messageKey }, input: value });
});

/** Postal address with Stripe's names. The postal code may be empty in countries that do not require one, and its form is checked in some (UI-45). */
export const address = z
  .object({
    line1: z.string().trim().min(1).max(200),
    line2: z.string().trim().max(200).nullish(),
    city: z.string().trim().min(1).max(100),
    state: z.string().trim().max(100).nullish(),
    postalCode: z.string().trim().max(20).default(''),
    country: countryCode,
  })
  .refine(({ country, postalCode }) => postalCode !== '' || !requiresPostalCode(country), {
    path: ['postalCode'],
    params: { messageKey: 'validation.required' },
  })
  .check(({ value: { country, postalCode }, issues }) => {
    if (postalCode === '' || fitsPostalCode(country, postalCode)) return;
    const params = { messageKey: 'validation.postalCode', example: postalCodeExample(country) };
    issues.push({ code: 'custom', path: ['postalCode'], params, input: postalCode });
  });
export type Address = z.infer<typeof address>;

/** An address that was stored. Parts that were left out at the payment provider are empty. */
export const storedAddress = z.object({
  line1: z.string(),
  line2: z.string().nullish(),
  city: z.string(),
  state: z.string().nullish(),
  postalCode: z.string(),
  country: z.string(),
});

export const shippingDetails = z.object({ name: z.string().trim().min(1).max(200), address });
export type ShippingDetails = z.infer<typeof shippingDetails>;

/** English and Canadian French (UI-3). */
export const locales = ['en', 'fr'] as const;
export type Locale = (typeof locales)[number];
