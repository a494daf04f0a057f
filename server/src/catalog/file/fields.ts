import { couponCodePattern, emailPattern } from '@portico/contract';
import { z } from 'zod';
import { type Reference, withKind } from './field-kinds.ts';
import { type ExpectedKey, encodeMessage } from './words.ts';

/**
 * Kinds of values in a catalog file. Each message follows the field's name, as in 'amount should be money …'. If the
 * value is missing, the message says so first.
 */

type FieldError = (issue: { input?: unknown }) => string;
type Values = Readonly<Record<string, string | number>>;

/** 'should be …', or 'is missing: it should be …' for a missing value. */
function should(key: ExpectedKey, values: Values = {}): FieldError {
  const what = { key, values };
  return ({ input }) =>
    encodeMessage({
      key: input === undefined || input === null ? 'catalogFile.missing' : 'catalogFile.shouldBe',
      what,
    });
}

function shouldBeText(key: ExpectedKey, values: Values = {}): FieldError {
  return ({ input }) =>
    typeof input === 'number' || typeof input === 'boolean'
      ? encodeMessage({ key: 'catalogFile.inQuotes', what: { key, values } })
      : should(key, values)({ input });
}

/** A block with exactly these fields. The message about an unknown field lists the known ones. */
export function block<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const fields = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? encodeMessage({ key: 'catalogFile.unknownField', values: { fields } })
        : should('catalogFile.what.block', { fields })(issue),
  });
}

/** The default maximum of a list's entries. */
const maxEntries = 200;

/**
 * @param items the name of the entries in messages
 * @param most the maximum number of entries
 */
export function listOf<Item extends z.ZodType>(item: Item, items: string, most = maxEntries) {
  const error = () => encodeMessage({ key: 'catalogFile.listLongest', values: { most } });
  return z.array(item, { error: should('catalogFile.what.list', { items }) }).max(most, { error });
}

/** The error of an empty list. */
export const emptyListError = (item: 'plan' | 'product' | 'reason' | 'price') => ({
  error: () => encodeMessage({ key: 'catalogFile.listOne', values: { item } }),
});

/** The error of a list with too many entries. */
export const longListError = (item: 'customer' | 'day', most: number) => ({
  error: () => encodeMessage({ key: 'catalogFile.listMost', values: { item, most } }),
});

/** Text in one language, trimmed. */
export function plainText(longest: number) {
  const error = shouldBeText('catalogFile.what.text', { longest });
  return withKind({ kind: 'text', longest }, z.string({ error }).trim().min(1, { error }).max(longest, { error }));
}

/** One text for all languages, or an English and a French text. */
export function text(longest: number) {
  const part = plainText(longest);
  const error = shouldBeText('catalogFile.what.localized', { longest });
  return withKind(
    { kind: 'localized', longest },
    z.union([part.transform((en) => ({ en })), block({ en: part, fr: part.optional() })], { error }),
  );
}

/** A block that may be written as the text of its field `field`. */
export function blockOrText<Block extends z.ZodType, Text extends z.ZodType<z.output<Block>>>(
  field: string,
  whole: Block,
  alone: Text,
) {
  const schema = z.union([alone, whole], { error: should('catalogFile.what.planFeature') });
  return withKind({ kind: 'shorthand', block: whole, field }, schema);
}

const idPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;
const idError = shouldBeText('catalogFile.what.id');
const idSchema = () => z.string({ error: idError }).regex(idPattern, { error: idError });
export const id = withKind({ kind: 'id' }, idSchema());

/** The id of another entry of the file. */
export const reference = (to: Exclude<Reference, 'coupon'>) => withKind({ kind: 'reference', to }, idSchema());

/** The name that programs use for a licensed feature or its scope. */
const nameError = shouldBeText('catalogFile.what.programName');
export const programName = withKind(
  { kind: 'id' },
  z.string({ error: nameError }).regex(/^[A-Za-z][A-Za-z0-9._-]{0,99}$/, { error: nameError }),
);

export const flag = withKind({ kind: 'flag' }, z.boolean({ error: should('catalogFile.what.flag') }));

export function whole(least: number, most: number) {
  const error = should('catalogFile.what.whole', { least, most });
  return withKind(
    { kind: 'whole', least, most },
    z.number({ error }).int({ error }).min(least, { error }).max(most, { error }),
  );
}

/** Days, each once and the highest first, in whatever order they are written. */
export function days({ least, most, longest }: { least: number; most: number; longest: number }) {
  return withKind(
    { kind: 'days', least, most, longest },
    listOf(whole(least, most), 'days').max(longest, longListError('day', longest)).transform(sortDays),
  );
}

/** The numbers, each once and the highest first. */
export function sortDays(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].toSorted((one, other) => other - one);
}

export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  const error = should('catalogFile.what.choice', { choices: choices.join(', ') });
  return withKind({ kind: 'choice', choices }, z.enum(choices, { error }));
}

/** Stripe's largest amount has eight digits. */
const maxCents = 99_999_999;

/** `49`, `49.5` or `49.00` → 4900 cents. */
export function money(least: 0 | 1) {
  const error = should('catalogFile.what.money', { least });
  return withKind(
    { kind: 'money', least },
    z
      .custom<number | string>((value) => toCents(value) !== null && (toCents(value) as number) >= least, { error })
      .transform((value) => toCents(value) as number),
  );
}

/** Cents of a written amount; null if it is not money. */
export function toCents(value: unknown): number | null {
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(written)) return null;
  const [units = '', decimals = ''] = written.split('.');
  const cents = Number(units) * 100 + Number(decimals.padEnd(2, '0'));
  return cents <= maxCents ? cents : null;
}

/** A percentage of more than 0 and at most 100, with at most two decimals. */
export const percent = withKind(
  { kind: 'percent' },
  z.custom<number>(
    (value) => typeof value === 'number' && value > 0 && value <= 100 && Number(value.toFixed(2)) === value,
    { error: should('catalogFile.what.percent') },
  ),
);

/** A day or a time: `2027-03-01`, or `2027-03-01T09:00:00-05:00`. A day alone means its first moment in UTC, or its last for an end. */
export function moment(ofDay: 'start' | 'end') {
  return withKind(
    { kind: 'moment', ofDay },
    z
      .custom<string>((value) => toMoment(value, ofDay) !== null, { error: should('catalogFile.what.moment') })
      .transform((value) => toMoment(value, ofDay) as Date),
  );
}

function toMoment(value: unknown, ofDay: 'start' | 'end'): Date | null {
  if (typeof value !== 'string') return null;
  if (z.iso.date().safeParse(value).success) {
    return new Date(`${value}T${ofDay === 'start' ? '00:00:00' : '23:59:59'}Z`);
  }
  return z.iso.datetime({ offset: true }).safeParse(value).success ? new Date(value) : null;
}

/** An http(s) or mail address that a browser may open. `javascript:` and similar schemes are rejected. */
export function address(protocols: readonly ['https:', 'http:'] | readonly ['https:', 'http:', 'mailto:']) {
  const error = shouldBeText(
    protocols.length === 2 ? 'catalogFile.what.webAddress' : 'catalogFile.what.contactAddress',
  );
  const isAddress = (value: string) => {
    const url = URL.parse(value);
    return url !== null && (protocols as readonly string[]).includes(url.protocol) && value.length <= 2000;
  };
  return withKind({ kind: 'address' }, z.string({ error }).refine(isAddress, { error }));
}

/** `5`, `5.2` or `5.2.1`, in quotes: YAML would read 5.10 as 5.1. */
const versionError = shouldBeText('catalogFile.what.version');
export const version = withKind(
  { kind: 'version' },
  z.string({ error: versionError }).regex(/^\d+(\.\d+){0,3}$/, { error: versionError }),
);

const colorError = shouldBeText('catalogFile.what.color');
export const color = withKind(
  { kind: 'color' },
  z.string({ error: colorError }).regex(/^#[0-9a-fA-F]{6}$/, { error: colorError }),
);

export const mailAddress = withKind(
  { kind: 'mail' },
  z.email({ pattern: emailPattern, error: shouldBeText('catalogFile.what.mailAddress') }),
);

const taxCodeError = shouldBeText('catalogFile.what.taxCode');
export const taxCode = withKind(
  { kind: 'taxCode' },
  z.string({ error: taxCodeError }).regex(/^txcd_\d{8}$/, { error: taxCodeError }),
);

const codeError = shouldBeText('catalogFile.what.couponCode');
const codeSchema = () => z.string({ error: codeError }).regex(couponCodePattern, { error: codeError });
export const couponCode = withKind({ kind: 'code' }, codeSchema());
/** The code of a coupon in the file. */
export const couponReference = withKind({ kind: 'reference', to: 'coupon' }, codeSchema());

const slugError = shouldBeText('catalogFile.what.slug');
export const slug = withKind(
  { kind: 'id' },
  z.string({ error: slugError }).regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: slugError }),
);

/**
 * The path of a picture relative to the file, or the `data:` URI of a stored definition. The content is checked when
 * it is read.
 * @param most maximum bytes
 */
export function picture(most: number) {
  const error = shouldBeText('catalogFile.what.text', { longest: 500 });
  // A `data:` URI is a third longer than its picture.
  const isShort = (written: string) => written.length <= (written.startsWith('data:') ? most * 2 : 500);
  return withKind({ kind: 'picture', most }, z.string({ error }).trim().min(1, { error }).refine(isShort, { error }));
}

const featureValue = z.union([z.boolean(), z.int(), z.string().trim().min(1).max(500)], {
  error: should('catalogFile.what.featureValue'),
});
/** Values of licensed features by scope and name. */
export const featureValues = withKind(
  { kind: 'featureValues' },
  z.record(z.string(), z.record(z.string(), featureValue, { error: should('catalogFile.what.featureValues') }), {
    error: should('catalogFile.what.scopeValues'),
  }),
);
