import { z } from 'zod';

/** The local part as browsers check it (WHATWG), and a domain with at least one dot. */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** An address with its internationalized domain in ASCII form, such as `info@xn--mller-kva.example`. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const isInternational = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /\P{ASCII}/u.test(domain);
  const url = isInternational ? URL.parse(`http://${domain}`) : null;
  return url ? address.slice(0, at) + url.hostname : address;
}

/** Like `emailAddress`, for a form that says in its own words whether `emailPattern` matches. */
export const emailText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .overwrite(withAsciiDomain)
    .refine((address) => !/\P{ASCII}[^@]*@/u.test(address), {
      params: { messageKey: 'validation.emailLetters' },
      abort: true,
    });

/**
 * An email address that somebody types (USR-32). Letters beyond ASCII before the @ are refused, because the mail server
 * may not support them.
 */
export const emailAddress = (max = 320) => emailText(max).check(z.email({ pattern: emailPattern }));
