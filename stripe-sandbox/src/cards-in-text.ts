import { passesLuhn, TEST_CARDS } from './cards.ts';
import { invalidRequest } from './errors.ts';

/**
 * Card numbers as people write them: digits in one piece, with no more than a word before or behind, or in a card's groups.
 * Hashes, UUIDs and fractions are made of digits as well, but not like this: a random identifier is never refused.
 */
const DIGITS = new RegExp(
  [
    '(?=\\d)(?<=(?<![a-z0-9]|\\d\\.)[a-z]{0,30})\\d{14,19}(?=[a-z]{0,30}(?![a-z0-9]))',
    '(?<![\\w.-])\\d{4}(?<gap>[\\s.\\-])\\d{4}\\k<gap>\\d{4}\\k<gap>\\d{4}(?:\\k<gap>?\\d{1,3})?(?![\\w-])',
    '(?<![\\w.-])\\d{4}(?<space>[\\s.\\-])\\d{6}\\k<space>\\d{4,5}(?![\\w-])',
  ].join('|'),
  'gi',
);

/** First digits and lengths of the cards that are issued; published test numbers of these forms are no secret. */
const ISSUED = [
  /^4\d{15}(\d{3})?$/,
  /^(5[1-5]|2[2-7])\d{14}$/,
  /^3[47]\d{13}$/,
  /^(6011|64[4-9]\d|65\d\d)\d{12,15}$/,
  /^3(0[0-5]|[689]\d)\d{11,13}$/,
  /^35\d{14,17}$/,
  /^62\d{14,17}$/,
  /^(50|5[6-9]|6[0379])\d{14,17}$/,
];

const PUBLISHED = new Set(TEST_CARDS.map(({ number }) => number));

function isCardNumber(written: string): boolean {
  const digits = written.replace(/\D/g, '');
  return !PUBLISHED.has(digits) && ISSUED.some((form) => form.test(digits)) && passesLuhn(digits);
}

/** True when a text holds what may be the number of a real card: the form and the check digit of one, and no test card. */
export function holdsCardNumber(text: string): boolean {
  return text.length > 12 && (text.match(DIGITS) ?? []).some(isCardNumber);
}

/** The text with each such number taken out, for logs. Escapes of URLs are seen through. */
export function withoutCardNumbers(text: string): string {
  const plain = text.includes('%') ? unescaped(text) : text;
  return holdsCardNumber(plain)
    ? plain.replace(DIGITS, (digits) => (isCardNumber(digits) ? '[card number]' : digits))
    : text;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[0-9a-f]{0,2}/gi, ' ');
  }
}

/**
 * Refuses a request with the number of a real card in any value or name, wherever it was put. Only a card's own `number` is
 * let through: what may stand there is decided where cards are read (cards.ts). The refusal does not repeat the number.
 */
export function refuseCardNumbers(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (holdsCardNumber(value) && !/(^|\[)card\]?\[number\]$/.test(path)) throw refusal(path);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (holdsCardNumber(name)) throw refusal(path);
    refuseCardNumbers(member, path === '' ? name : `${path}[${name}]`);
  }
}

function refusal(param: string) {
  return invalidRequest(
    'This looks like the number of a real card, which must not be sent here. Only test cards may be used, for example 4242 4242 4242 4242, and only as card[number].',
    param === '' ? {} : { param },
  );
}
