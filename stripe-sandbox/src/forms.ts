import qs from 'qs';
import { type ApiError, invalidRequest } from './errors.ts';

/** The limits of a request. */
export interface FormLimits {
  bytes: number;
  fields: number;
}

/** For calls without the secret key: more than any card or intent needs. */
export const SMALL_FORM: FormLimits = { bytes: 64 * 1024, fields: 250 };
/** For calls with the secret key: enough for the longest lists. */
export const LARGE_FORM: FormLimits = { bytes: 1024 * 1024, fields: 1000 };

/** `subscription_details[items][0][price_data][recurring][interval]` has five levels. */
const DEEPEST = 6;
/** The largest length of a field's name. */
const LONGEST_NAME = 1000;
/** The longest list of any endpoint. */
const LONGEST_LIST = 250;

/**
 * The error of a form or query with too many fields, levels or characters, or with a NUL, which PostgreSQL cannot
 * store. Checked before parsing, in linear time.
 */
export function refusalOfForm(form: string, { fields }: FormLimits): ApiError | undefined {
  if (/%00|\0/.test(form)) return invalidRequest('Invalid string: parameters may not contain NUL characters.');
  // Brackets count in both spellings, as in the parser.
  const plain = form.replace(/%5b/gi, '[').replace(/%5d/gi, ']');
  let count = 0;
  for (let start = 0; start <= plain.length; count += 1) {
    if (count === fields) return invalidRequest(`Too many parameters: at most ${fields} may be sent.`);
    const end = plain.indexOf('&', start);
    const field = plain.slice(start, end < 0 ? plain.length : end);
    start = end < 0 ? plain.length + 1 : end + 1;
    const closing = field.indexOf(']=');
    const length = closing < 0 ? field.indexOf('=') : closing + 1;
    const name = length < 0 ? field : field.slice(0, length);
    if (name.length > LONGEST_NAME) return invalidRequest('The name of a parameter is too long.');
    if (name.split('[').length - 1 > DEEPEST) {
      return invalidRequest(`A parameter is nested too deeply: at most ${DEEPEST} levels are read.`);
    }
  }
  return undefined;
}

/** The nested values of a form or query that `refusalOfForm` accepted. */
export function parseForm(form: string): Record<string, unknown> {
  return qs.parse(form, { depth: DEEPEST, arrayLimit: LONGEST_LIST, parameterLimit: LARGE_FORM.fields });
}
