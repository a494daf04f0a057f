/** A cookie's name. Over https, the prefix makes the browser enforce this host, Secure and the path `/` (SES-2). */
export const cookieName = (name: string, isSecure: boolean): string => `${isSecure ? '__Host-' : ''}${name}`;
