import { TEST_CARDS } from './cards.ts';
import { invalidRequest } from './errors.ts';

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

/** Digits are 0 to 9, letters and the underscore belong to words, separators stand between the groups of a number. */
const [NOTHING, DIGIT, LETTER, UNDERSCORE, SEPARATOR] = [0, 1, 2, 3, 4];
const KINDS = new Uint8Array(128);
for (const [kind, characters] of [
  [DIGIT, '0123456789'],
  [LETTER, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [UNDERSCORE, '_'],
  [SEPARATOR, ' \t\r\n.,-:;/|'],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

/** Separators that stand between two groups at most, as in `4111 - 1111`. */
const WIDEST = 3;
/** Letters that may stand right before or behind a number; more digits or letters make an identifier of it. */
const LONGEST_WORD = 30;
const SHORTEST = 14;
const LONGEST = 19;
const ZERO = '0'.charCodeAt(0);
/** What every second digit counts for in the check digit's sum. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/**
 * Card numbers in a text, as people write them: digits in one piece, with no more than a word before or behind, in a card's groups
 * of 4-4-4-4 or 4-6-5, or in others with the same separator between. Hashes, UUIDs and fractions are made of digits as well, but
 * not like this: a random identifier is never taken for one. The time it takes grows with the length of the text alone.
 */
class Scan {
  /** From where to where they stand. */
  readonly found: [start: number, end: number][] = [];
  readonly #text: string;
  /** Where the groups of digits in a row begin and end, with separators between. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(text: string) {
    this.#text = text;
    for (let at = 0; at < text.length; at += 1) {
      if (this.#kind(at) !== DIGIT) continue;
      const last = this.#ends.at(-1);
      if (last !== undefined && !this.#isGap(last, at)) this.#endRow();
      this.#starts.push(at);
      while (this.#kind(at + 1) === DIGIT) at += 1;
      this.#ends.push(at + 1);
    }
    this.#endRow();
  }

  #kind(at: number): number {
    return KINDS[this.#text.charCodeAt(at)] ?? NOTHING;
  }

  #isGap(from: number, to: number): boolean {
    if (to - from > WIDEST) return false;
    for (let at = from; at < to; at += 1) if (this.#kind(at) !== SEPARATOR) return false;
    return true;
  }

  /** The length of a group; 0 beyond the row. */
  #size(index: number): number {
    return (this.#ends[index] ?? 0) - (this.#starts[index] ?? 0);
  }

  /** Notes what of the row is a number; none overlaps another. */
  #endRow(): void {
    const groups = this.#starts.length;
    const before = this.found.length;
    for (let from = 0; from < groups; ) {
      const taken = this.#groupsOfCard(from);
      if (taken > 0) this.found.push([this.#starts[from] ?? 0, this.#ends[from + taken - 1] ?? 0]);
      from += Math.max(taken, 1);
    }
    if (this.found.length === before && this.#isEvenlyWritten()) {
      this.found.push([this.#starts[0] ?? 0, this.#ends[groups - 1] ?? 0]);
    }
    this.#starts.length = 0;
    this.#ends.length = 0;
  }

  /** How many groups from here on are a card's; 0 for none. */
  #groupsOfCard(from: number): number {
    const size = this.#size(from);
    if (size >= SHORTEST) return this.#isAlone(from) ? 1 : 0;
    if (size !== 4) return 0;
    const second = this.#size(from + 1);
    const third = this.#size(from + 2);
    const fourth = this.#size(from + 3);
    const fifth = this.#size(from + 4);
    if (second === 6 && (third === 4 || third === 5)) return this.#standsApart(from, 3) ? 3 : 0;
    if (second !== 4 || third !== 4 || fourth !== 4) return 0;
    if (fifth > 0 && fifth < 4 && this.#standsApart(from, 5)) return 5;
    return this.#standsApart(from, 4) ? 4 : 0;
  }

  /** In one piece. */
  #isAlone(group: number): boolean {
    const [start = 0, end = 0] = [this.#starts[group], this.#ends[group]];
    let before = start - 1;
    while (this.#kind(before) === LETTER && start - before <= LONGEST_WORD) before -= 1;
    if (this.#kind(before) === LETTER || this.#kind(before) === DIGIT) return false;
    if (this.#text[before] === '.' && this.#kind(before - 1) === DIGIT) return false;
    let behind = end;
    while (this.#kind(behind) === LETTER && behind - end < LONGEST_WORD) behind += 1;
    return this.#kind(behind) !== LETTER && this.#kind(behind) !== DIGIT && this.#isCard(group, 1);
  }

  /** The whole of a row in groups of any length, as long as they are all separated alike. */
  #isEvenlyWritten(): boolean {
    const groups = this.#starts.length;
    if (groups < 3 || groups > LONGEST) return false;
    const gap = (index: number) => this.#text.slice(this.#ends[index - 1], this.#starts[index]);
    return this.#ends.every((_, index) => index === 0 || gap(index) === gap(1)) && this.#standsApart(0, groups);
  }

  /** A card's number that is no part of a longer word. */
  #standsApart(from: number, groups: number): boolean {
    if (!this.#isCard(from, groups)) return false;
    const [start = 0, end = 0] = [this.#starts[from], this.#ends[from + groups - 1]];
    const isWord = (at: number) => [DIGIT, LETTER, UNDERSCORE].includes(this.#kind(at));
    const isLinked = (at: number, beyond: number) =>
      isWord(at) || ((this.#text[at] === '-' || this.#text[at] === '.') && isWord(beyond));
    return !isLinked(start - 1, start - 2) && !isLinked(end, end + 1);
  }

  /** The form and the check digit of a card that is issued, and none of the test cards. */
  #isCard(from: number, groups: number): boolean {
    const first = this.#text.charCodeAt(this.#starts[from] ?? 0) - ZERO;
    if (first < 2 || first > 6) return false;
    let length = 0;
    let sum = 0;
    for (let group = from + groups - 1; group >= from; group -= 1) {
      const start = this.#starts[group] ?? 0;
      for (let at = (this.#ends[group] ?? 0) - 1; at >= start; at -= 1) {
        const digit = this.#text.charCodeAt(at) - ZERO;
        sum += length % 2 === 0 ? digit : (DOUBLED[digit] ?? 0);
        length += 1;
        if (length > LONGEST) return false;
      }
    }
    if (sum % 10 !== 0 || length < SHORTEST) return false;
    const digits = this.#text.slice(this.#starts[from], this.#ends[from + groups - 1]).replace(/\D/g, '');
    return ISSUED.some((form) => form.test(digits)) && !PUBLISHED.has(digits);
  }
}

/** Full-width and other forms of digits and separators as the plain ones, without what is invisible. */
function plainly(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII stays as it is
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return (
    text
      .replace(/[\p{Cf}\p{Mn}\p{Me}]+/gu, '')
      // Only what can become digits and separators: some letters become many.
      .replace(/[\p{N}\uff01-\uff0f\uff1a-\uff20]+/gu, (characters) => characters.normalize('NFKC'))
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/[\p{Zs}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/[\u00b7\u2022\u2027\u3001\u3002]/gu, '.')
  );
}

/** True when a text holds what may be the number of a real card: the form and the check digit of one, and no test card. */
export function holdsCardNumber(text: string): boolean {
  return text.length >= SHORTEST && new Scan(plainly(text)).found.length > 0;
}

/** The text with each such number taken out, for logs. Escapes of URLs are seen through. */
export function withoutCardNumbers(text: string): string {
  const plain = plainly(text.includes('%') ? unescaped(text) : text);
  let [result, from] = ['', 0];
  for (const [start, end] of new Scan(plain).found) {
    result += `${plain.slice(from, start)}[card number]`;
    from = end;
  }
  return from === 0 ? text : result + plain.slice(from);
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
