/** `pi_…_secret_…` and `seti_…_secret_…`, also inside an address that sends a card's holder to their bank. */
const clientSecret = /(?:pi|seti)_\w+_secret_\w/;

/**
 * JSON of Stripe's objects for a table. What confirms a payment belongs to the browser of that moment alone, so it is left out wherever it
 * stands.
 */
export function toJsonWithoutSecrets(value: object): string {
  const json = JSON.stringify(value);
  // Every secret has this in its field's name or in itself. Looking at each field takes several times as long.
  if (!json.includes('_secret')) return json;
  return JSON.stringify(value, (key, field) => {
    if (key === 'client_secret' || key === 'confirmation_secret') return null;
    return typeof field === 'string' && field.includes('_secret_') && clientSecret.test(field) ? null : field;
  });
}
