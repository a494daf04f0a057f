/** The address that this script was loaded from: the sandbox. */
export const BASE = document.currentScript.src.replace(/\/stripe\.js(\?.*)?$/, '');
export const ORIGIN = new URL(BASE).origin;

/** Adds nested values to a form in the API's notation: `a[b][0]`. */
function append(form, name, value) {
  if (value === undefined || value === null) return;
  if (typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) append(form, `${name}[${key}]`, member);
  } else form.append(name, String(value));
}

/** Calls the API with the publishable key. Resolves to `{data}` or `{error}`, as stripe.js results do; never rejects. */
export async function request(key, method, path, parameters = {}) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) append(form, name, value);
  try {
    const response = await fetch(method === 'GET' ? `${BASE}/v1${path}?${form}` : `${BASE}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      credentials: 'omit',
      ...(method === 'GET' ? {} : { body: form }),
    });
    const body = await response.json();
    return body.error ? { error: body.error } : { data: body };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'We could not reach the payment service. Please check your connection and try again.',
      },
    };
  }
}
