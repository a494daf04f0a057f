import { ApiError, invalidRequest } from './errors.ts';

/**
 * The parser of one request parameter. Values come from a form or query, so a leaf is a string. `''` unsets a value
 * and is accepted by `clearable` parameters only.
 */
export interface Parameter<T, Needed extends boolean = boolean> {
  needed: Needed;
  /** The table of a nested hash, or of a list of them. */
  table?: Table;
  /** Returns the typed value. Throws an `ApiError` in Stripe's words with `path` (for example `items[0][price]`). */
  read(raw: unknown, path: string): T;
}

/** The parameters of an endpoint or nested hash by name. Any other name is rejected. */
export type Table = Record<string, Parameter<unknown>>;

/** The result of `readTable`: needed parameters always, others when they were sent. */
export type Values<T extends Table> = {
  [K in keyof T as T[K] extends Parameter<unknown, true> ? K : never]: T[K] extends Parameter<infer V> ? V : never;
} & {
  [K in keyof T as T[K] extends Parameter<unknown, true> ? never : K]?: T[K] extends Parameter<infer V> ? V : never;
};

function leaf<T>(read: (text: string, path: string) => T): Parameter<T, false> {
  return {
    needed: false,
    read(raw, path) {
      if (typeof raw === 'boolean' || typeof raw === 'number') return read(String(raw), path);
      if (typeof raw !== 'string') throw invalidRequest('Invalid string: must be a string', { param: path });
      if (raw === '') {
        throw invalidRequest(
          `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
          { param: path, code: 'parameter_invalid_empty' },
        );
      }
      return read(raw, path);
    },
  };
}

/** Any text up to `longest` characters. */
export function text(longest = 5000): Parameter<string, false> {
  return leaf((value, path) => {
    if (value.length > longest) {
      throw invalidRequest(
        `Invalid string: ${value.slice(0, 20)}...${value.slice(-5)}; must be at most ${longest} characters`,
        { param: path },
      );
    }
    return value;
  });
}

/** The URL of a page that a browser is sent to: http or https only. */
export function webAddress(): Parameter<string, false> {
  const address = text();
  return leaf((value, path) => {
    if (!isWebAddress(value)) throw invalidRequest('Not a valid URL', { param: path, code: 'url_invalid' });
    return address.read(value, path);
  });
}

/** True for an absolute http or https address. */
export function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

/** A whole number, by default not below zero. Amounts are cents, times are seconds since 1970 in UTC. */
export function integer(range: { least?: number; most?: number } = {}): Parameter<number, false> {
  const { least = 0, most = Number.MAX_SAFE_INTEGER } = range;
  return leaf((value, path) => {
    if (!/^-?\d{1,15}$/.test(value)) {
      throw invalidRequest(`Invalid integer: ${value}`, { param: path, code: 'parameter_invalid_integer' });
    }
    const number = Number(value);
    if (number < least) {
      throw invalidRequest(`This value must be greater than or equal to ${least} (it currently is '${value}').`, {
        param: path,
        code: 'parameter_invalid_integer',
      });
    }
    if (number > most) {
      throw invalidRequest(`This value must be less than or equal to ${most} (it currently is '${value}').`, {
        param: path,
        code: 'parameter_invalid_integer',
      });
    }
    return number;
  });
}

/** A decimal number that is kept as text, up to 12 places, as in `unit_amount_decimal`. */
export function decimal(): Parameter<string, false> {
  return leaf((value, path) => {
    if (!/^-?\d+(\.\d{1,12})?$/.test(value)) {
      throw invalidRequest(`Invalid decimal: ${value}; must contain at maximum twelve decimal places.`, {
        param: path,
      });
    }
    return value;
  });
}

/** A decimal number such as a percentage. */
export function number(range: { above?: number; most?: number } = {}): Parameter<number, false> {
  return leaf((value, path) => {
    const parsed = Number(value);
    if (!/^-?\d+(\.\d+)?$/.test(value)) throw invalidRequest(`Invalid decimal: ${value}`, { param: path });
    if (range.above !== undefined && parsed <= range.above) {
      throw invalidRequest(`Invalid decimal: must be greater than ${range.above}`, { param: path });
    }
    if (range.most !== undefined && parsed > range.most) {
      throw invalidRequest(`Invalid decimal: must be at most ${range.most}`, { param: path });
    }
    return parsed;
  });
}

export function flag(): Parameter<boolean, false> {
  return leaf((value, path) => {
    if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${value}`, { param: path });
    return value === 'true';
  });
}

/** One of the given words. */
export function oneOf<const W extends string>(...words: W[]): Parameter<W, false> {
  return leaf((value, path) => {
    const known = words.find((word) => word === value);
    if (known === undefined) {
      const list = words.length > 1 ? `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}` : words[0];
      throw invalidRequest(`Invalid ${path}: must be ${words.length > 1 ? 'one of ' : ''}${list}`, { param: path });
    }
    return known;
  });
}

/** Stripe's currencies with a hundredth as smallest unit. Every amount here is in hundredths. */
const CURRENCIES = (
  'usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd ' +
  'egp etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk ' +
  'mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd sar sbd scr sek sgd shp sle sos srd szl ' +
  'thb tjs top try ttd twd tzs uah uyu uzs wst xcd yer zar zmw'
).split(' ');

/** A currency code in upper or lower case, returned in lower case. */
export function currency(): Parameter<string, false> {
  return leaf((value, path) => {
    const known = value.toLowerCase();
    if (CURRENCIES.includes(known)) return known;
    throw invalidRequest(
      `Invalid currency: ${value.slice(0, 20)}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`,
      { param: path },
    );
  });
}

/** A moment in seconds since 1970, or one of the given words such as `now`. */
export function timeOr<const W extends string>(...words: W[]): Parameter<number | W, false> {
  const time = integer();
  return leaf((value, path) => words.find((word) => word === value) ?? time.read(value, path));
}

/** The table of a hash. */
function inside({ table }: Parameter<unknown>): { table?: Table } {
  return table === undefined ? {} : { table };
}

/** A nested hash with its own table. */
export function hash<T extends Table>(table: T): Parameter<Values<T>, false> {
  return {
    needed: false,
    table,
    read(raw, path) {
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
        throw invalidRequest('Invalid object', { param: path });
      }
      return readTable(table, raw as Record<string, unknown>, path);
    },
  };
}

/** A list of values of one kind, sent as `a[]=…`, `a[0]=…` or `a[0][name]=…`. */
export function list<T>(member: Parameter<T>, most = 200): Parameter<T[], false> {
  return {
    ...inside(member),
    needed: false,
    read(raw, path) {
      const isNumbered = typeof raw === 'object' && raw !== null && Object.keys(raw).every((key) => /^\d+$/.test(key));
      if (!Array.isArray(raw) && !isNumbered) throw invalidRequest('Invalid array', { param: path });
      const members = Array.isArray(raw) ? raw : Object.values(raw as object);
      if (members.length > most)
        throw invalidRequest(`Array ${path} exceeded maximum ${most} allowed elements.`, { param: path });
      return members.map((value, index) => member.read(value, `${path}[${index}]`));
    },
  };
}

/** A parameter that `''` unsets: it is read as null. */
export function clearable<T>(parameter: Parameter<T>): Parameter<T | null, false> {
  return { ...inside(parameter), needed: false, read: (raw, path) => (raw === '' ? null : parameter.read(raw, path)) };
}

/** A required parameter. */
export function needed<T>(parameter: Parameter<T>): Parameter<T, true> {
  return { ...inside(parameter), needed: true, read: parameter.read };
}

/**
 * Changes to metadata: a null value deletes its key, null for the whole deletes all. `mergeMetadata` checks the
 * number of keys.
 */
export function metadata(): Parameter<Record<string, string | null> | null, false> {
  return {
    needed: false,
    read(raw, path) {
      if (raw === '') return null;
      if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
        throw invalidRequest('Invalid object', { param: path });
      }
      const changes: Record<string, string | null> = {};
      for (const [key, value] of Object.entries(raw)) {
        if (typeof value !== 'string') {
          throw invalidRequest('Metadata values must be strings.', { param: `${path}[${key}]` });
        }
        if (key.length > 40 || value.length > 500) {
          const [what, most] = key.length > 40 ? ['keys', 40] : ['values', 500];
          throw invalidRequest(`Metadata ${what} can have up to ${most} characters.`, { param: `${path}[${key}]` });
        }
        changes[key] = value === '' ? null : value;
      }
      return changes;
    },
  };
}

export interface TimeRange {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

/** An exact moment or bounds, as in `created[gte]=…`; seconds since 1970. */
export function timeRange(): Parameter<TimeRange, false> {
  const bounds = hash({ gt: integer(), gte: integer(), lt: integer(), lte: integer() });
  return {
    ...inside(bounds),
    needed: false,
    read(raw, path) {
      if (typeof raw === 'object') return bounds.read(raw, path);
      const moment = integer().read(raw, path);
      return { gte: moment, lte: moment };
    },
  };
}

/** A postal address. Each part can be unset. */
export function address() {
  const part = () => clearable(text());
  return hash({ city: part(), country: part(), line1: part(), line2: part(), postal_code: part(), state: part() });
}

/** Cursors of every list: `limit` is 1 to 100, 10 when not given. */
export const paging = { limit: integer({ least: 1, most: 100 }), starting_after: text(), ending_before: text() };

/**
 * Reads a request by its table. Throws Stripe's errors for unknown names and for missing and malformed values.
 * `within` is the path of a nested hash.
 */
export function readTable<T extends Table>(table: T, raw: Record<string, unknown>, within = ''): Values<T> {
  const pathOf = (name: string) => (within === '' ? name : `${within}[${name}]`);
  const unknown = Object.keys(raw)
    .filter((name) => !Object.hasOwn(table, name))
    .map(pathOf);
  if (unknown.length > 0) {
    throw invalidRequest(`Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`, {
      code: 'parameter_unknown',
      param: unknown[0] ?? '',
    });
  }
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(table)) {
    const value = raw[name];
    if (value !== undefined) values[name] = parameter.read(value, pathOf(name));
    else if (parameter.needed) {
      throw new ApiError(400, {
        type: 'invalid_request_error',
        code: 'parameter_missing',
        message: `Missing required param: ${pathOf(name)}.`,
        param: pathOf(name),
      });
    }
  }
  return values as Values<T>;
}
