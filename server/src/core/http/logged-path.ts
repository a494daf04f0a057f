const sandbox = /^\/+stripe-sandbox\//i;
/** The sandbox's own words: `v1`, `payment_intents`, `3ds2`, `stripe.js`. Ids, secrets and numbers are none. */
const word = /^(?:v1|3ds2|[a-zA-Z]{1,20}(?:_[a-z]{1,10}){0,3}(?:\.(?:js|css))?)$/;

/**
 * The path of an address as the log shows it, without its query (RUN-8). Of the sandbox's addresses only the words are shown: the link of a hosted
 * invoice opens it to whoever reads it, and what stands where an id belongs may be the number of a card.
 */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? '';
  if (!sandbox.test(unescaped(path))) return path;
  const [, ...parts] = path.split('/').filter((part) => part !== '');
  return ['/stripe-sandbox', ...parts.map((part) => (word.test(part) ? part : '…'))].join('/');
}

/** As the router reads it; what it cannot read leads nowhere. */
function unescaped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
