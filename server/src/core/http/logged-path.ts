const sandbox = /^\/+stripe-sandbox\//i;
/** A mailed link to an invoice, whose last part opens it without a login. */
const mailedInvoice = /^(\/+api\/+billing\/+documents\/+[^/]*\.)[^/.]*\/*$/i;
/** The sandbox's own words: `v1`, `payment_intents`, `3ds2`, `stripe.js`. Does not match ids, secrets and numbers. */
const word = /^(?:v1|3ds2|[a-zA-Z]{1,20}(?:_[a-z]{1,10}){0,3}(?:\.(?:js|css))?)$/;

/**
 * The path of an address for the log, without its query (RUN-8). A mailed link to an invoice is shown without the part
 * that opens it. In the sandbox's addresses only known words are shown, because a hosted invoice's link opens the
 * invoice for anyone, and a path segment may be a card number.
 */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? '';
  const plain = unescaped(path);
  const [, shown] = mailedInvoice.exec(plain) ?? [];
  if (shown !== undefined) return `${shown}…`;
  if (!sandbox.test(plain)) return path;
  const [, ...parts] = path.split('/').filter((part) => part !== '');
  return ['/stripe-sandbox', ...parts.map((part) => (word.test(part) ? part : '…'))].join('/');
}

/** As the router decodes it. What the router cannot decode has no route. */
function unescaped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
