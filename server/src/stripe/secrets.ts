/** `pi_…_secret_…` and `seti_…_secret_…`, also inside an address that sends a card's holder to their bank. */
const clientSecret = /(?:pi|seti)_\w+_secret_\w/;

/** A copy of one of Stripe's objects for a table. What confirms a payment belongs to the browser of that moment alone, so it is left out wherever it stands. */
export function withoutSecrets(object: object): unknown {
  return JSON.parse(
    JSON.stringify(object, (key, value) => {
      if (key === 'client_secret' || key === 'confirmation_secret') return null;
      return typeof value === 'string' && clientSecret.test(value) ? null : value;
    }),
  );
}
