import { errorOf, problem } from './checks.js';
import { BASE, digits, inputs, state, touched } from './field.js';
import { show } from './show.js';

/** The values of the other frames: each answers once on its own channel. */
const partOf = (port) =>
  new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data);
    port.postMessage('please');
  });

export async function create({ kind, data, parts = [] }, ports) {
  const wrong = problem(true);
  if (wrong !== null) {
    touched.add(wrong.name);
    show();
    return { error: errorOf(wrong.code) };
  }
  const others = await Promise.all(ports.map(partOf));
  const failed = others.find(({ error }) => error);
  if (failed) return { error: failed.error };
  const expiry = parts.includes('cardExpiry') ? others[parts.indexOf('cardExpiry')].value : digits('expiry');
  const cvc = parts.includes('cardCvc') ? others[parts.indexOf('cardCvc')].value : digits('cvc');
  const card = {
    number: digits('number'),
    exp_month: Number(expiry.slice(0, 2)),
    exp_year: 2000 + Number(expiry.slice(2)),
    ...(cvc === '' ? {} : { cvc }),
  };
  const postal = inputs.postal && !inputs.postal.hidden ? inputs.postal.value.trim() : '';
  if (kind === 'token')
    return send(
      '/v1/tokens',
      { card: { ...card, ...(postal === '' ? {} : { address_zip: postal }), ...data } },
      'token',
    );
  const details = { ...data.billing_details };
  if (postal !== '') details.address = { postal_code: postal, ...details.address };
  return send('/v1/payment_methods', { ...data, type: 'card', card, billing_details: details }, 'paymentMethod');
}

function append(body, name, value) {
  if (value === undefined || value === null) return;
  if (typeof value === 'object')
    for (const [inner, member] of Object.entries(value)) append(body, `${name}[${inner}]`, member);
  else body.append(name, String(value));
}

async function send(path, parameters, name) {
  const body = new URLSearchParams();
  for (const [field, value] of Object.entries(parameters)) append(body, field, value);
  try {
    const response = await fetch(`${BASE}${path}`, {
      method: 'POST',
      body,
      credentials: 'omit',
      headers: { authorization: `Bearer ${state.key}` },
    });
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { [name]: answer };
  } catch {
    return { error: { type: 'api_connection_error', message: state.words.connection } };
  }
}
