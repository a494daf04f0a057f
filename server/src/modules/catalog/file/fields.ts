import { z } from 'zod';

/**
 * Kinds of values in a catalog file. Each message follows the field's name: 'amount should be money …'. A message about an absent value states that
 * first.
 */

type FieldError = (issue: { input?: unknown }) => string;

/** 'should be …', or 'is missing: it should be …' for an absent value. */
function should(what: string): FieldError {
  return ({ input }) =>
    input === undefined || input === null ? `is missing: it should be ${what}` : `should be ${what}`;
}

function shouldBeText(what: string): FieldError {
  return ({ input }) =>
    typeof input === 'number' || typeof input === 'boolean'
      ? `should be ${what}: put it in quotes`
      : should(what)({ input });
}

/** A block with these fields and no others. The message about an unknown field lists the known ones. */
export function block<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a field here; the fields are ${Object.keys(shape).join(', ')}`
        : should(`a block with ${Object.keys(shape).join(', ')}`)(issue),
  });
}

export function listOf<Item extends z.ZodType>(item: Item, what: string) {
  return z.array(item, { error: should(`a list of ${what}`) });
}

/** Text of one language, trimmed. */
export function plainText(longest: number) {
  const error = shouldBeText(`text of 1 to ${longest} characters`);
  return z.string({ error }).trim().min(1, { error }).max(longest, { error });
}

/** One text for all languages, or an English text with a French one. */
export function text(longest: number) {
  const part = plainText(longest);
  const error = shouldBeText(`text of 1 to ${longest} characters, or {en: …, fr: …}`);
  return z.union([part.transform((en) => ({ en })), block({ en: part, fr: part.optional() })], { error });
}

const idError = shouldBeText('an id of lower-case letters, digits and hyphens, 63 characters at most');
export const id = z.string({ error: idError }).regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: idError });

/** The name of a licensed feature or its scope in programs. */
const nameError = shouldBeText('a name of letters, digits, dots, hyphens and underscores, starting with a letter');
export const programName = z.string({ error: nameError }).regex(/^[A-Za-z][A-Za-z0-9._-]{0,99}$/, { error: nameError });

export const flag = z.boolean({ error: should('true or false') });

export function whole(least: number, most: number) {
  const error = should(`a whole number from ${least} to ${most}`);
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices, { error: should(`one of ${choices.join(', ')}`) });
}

/** Stripe's largest amount has eight digits. */
const largestCents = 99_999_999;

/** `49`, `49.5` or `49.00` → 4900 cents. */
export function money(least: number) {
  return z
    .custom<number | string>((value) => toCents(value) !== null && (toCents(value) as number) >= least, {
      error: should(
        `money such as 49.00, with two decimals at most, ${least === 0 ? '0 or more' : 'more than 0'} and below 1000000`,
      ),
    })
    .transform((value) => toCents(value) as number);
}

function toCents(value: unknown): number | null {
  const written = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(written)) return null;
  const [units = '', decimals = ''] = written.split('.');
  const cents = Number(units) * 100 + Number(decimals.padEnd(2, '0'));
  return cents <= largestCents ? cents : null;
}

/** More than 0, up to 100, two decimals at most. */
export const percent = z.custom<number>(
  (value) => typeof value === 'number' && value > 0 && value <= 100 && Number(value.toFixed(2)) === value,
  { error: should('a percentage above 0 and up to 100, with two decimals at most') },
);

/**
 * A day or a time: `2027-03-01`, or `2027-03-01T09:00:00-05:00`. A day alone means its first moment in UTC, or its last for an end.
 */
export function moment(ofDay: 'start' | 'end') {
  return z
    .custom<string>((value) => toMoment(value, ofDay) !== null, {
      error: should('a day such as 2027-03-01, or a moment such as 2027-03-01T09:00:00Z'),
    })
    .transform((value) => toMoment(value, ofDay) as Date);
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
    protocols.length === 2
      ? 'a web address such as https://desktop.vendor.example/'
      : 'a web or mail address such as https://vendor.example/contact or mailto:sales@vendor.example',
  );
  return z.string({ error }).refine(
    (value) => {
      const url = URL.parse(value);
      return url !== null && (protocols as readonly string[]).includes(url.protocol) && value.length <= 2000;
    },
    { error },
  );
}

/** `5`, `5.2` or `5.2.1`, in quotes: YAML would read 5.10 as 5.1. */
const versionError = shouldBeText("a version such as '5.2'");
export const version = z.string({ error: versionError }).regex(/^\d+(\.\d+){0,3}$/, { error: versionError });

const colorError = shouldBeText("a color such as '#0b6e4f', in quotes");
export const color = z.string({ error: colorError }).regex(/^#[0-9a-fA-F]{6}$/, { error: colorError });

const mailAddressError = shouldBeText('a mail address such as billing@vendor.example');
export const mailAddress = z.email({ error: mailAddressError });

const taxCodeError = shouldBeText("one of Stripe's tax codes, such as txcd_10103001");
export const taxCode = z.string({ error: taxCodeError }).regex(/^txcd_\d{8}$/, { error: taxCodeError });

const codeError = shouldBeText('a code of letters, digits and hyphens, 40 characters at most');
export const couponCode = z.string({ error: codeError }).regex(/^[A-Za-z0-9-]{1,40}$/, { error: codeError });

const slugError = shouldBeText('a part of a web address: lower-case letters, digits and hyphens');
export const slug = z.string({ error: slugError }).regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: slugError });
