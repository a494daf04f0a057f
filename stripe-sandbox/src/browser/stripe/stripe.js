import { showChallenge } from './challenge.js';
import { Elements, fromElement, isElement } from './elements.js';
import { inLanguage } from './messages.js';
import { request } from './request.js';
import { IntegrationError, languageOf } from './words.js';

const KINDS = {
  pi: { path: '/payment_intents', name: 'paymentIntent', field: 'payment_intent', error: 'last_payment_error' },
  seti: { path: '/setup_intents', name: 'setupIntent', field: 'setup_intent', error: 'last_setup_error' },
};

function intentOf(clientSecret, wanted) {
  const [, kind] = /^(pi|seti)_[^_]+_secret_.+$/.exec(String(clientSecret)) ?? [];
  if (!kind || (wanted && kind !== wanted)) {
    const what = KINDS[wanted ?? 'pi'].name;
    throw new IntegrationError(
      `Invalid value for ${what} client secret: value should be a client_secret string. You specified: ${clientSecret}.`,
    );
  }
  return { ...KINDS[kind], id: clientSecret.split('_secret_')[0] };
}

async function retrieve({ key }, clientSecret, wanted) {
  const intent = intentOf(clientSecret, wanted);
  const { data, error } = await request(key, 'GET', `${intent.path}/${intent.id}`, { client_secret: clientSecret });
  return error ? { error } : { [intent.name]: data };
}

/** Completes the next action of an intent. A failed intent is returned as an error that carries it. */
async function proceed(context, clientSecret, data) {
  const { language } = context;
  const intent = intentOf(clientSecret);
  const action = data.next_action;
  if (data.status !== 'requires_action' || !action) return { [intent.name]: data };
  if (action.type === 'redirect_to_url') {
    location.assign(action.redirect_to_url.url);
    return new Promise(() => {});
  }
  await showChallenge(`${action.use_stripe_sdk.stripe_js}&locale=${language}`, language);
  const after = await retrieve(context, clientSecret);
  const current = after[intent.name];
  if (current?.status === 'requires_payment_method' && current[intent.error]) {
    return { error: { ...current[intent.error], [intent.field]: current } };
  }
  return after;
}

async function createPaymentMethod({ key }, first, second, third) {
  const data = typeof first === 'string' ? { type: first, card: second, ...third } : { ...first };
  if (data.type !== 'card') throw new IntegrationError(`Payment methods of type ${data.type} cannot be created here.`);
  if (isElement(data.card)) {
    const { card, ...rest } = data;
    return fromElement(card, 'paymentMethod', rest);
  }
  if (data.card?.number !== undefined)
    throw new IntegrationError('A card number is typed into a card Element, and is never passed as data.');
  const { data: made, error } = await request(key, 'POST', '/payment_methods', data);
  return error ? { error } : { paymentMethod: made };
}

async function confirm(context, clientSecret, wanted, data = {}, options = {}) {
  const intent = intentOf(clientSecret, wanted);
  const { payment_method: given, ...rest } = data;
  let method = given;
  if (given && typeof given === 'object') {
    const made = await createPaymentMethod(context, { type: 'card', ...given });
    if (made.error) return { error: made.error };
    method = made.paymentMethod.id;
  }
  const { data: confirmed, error } = await request(context.key, 'POST', `${intent.path}/${intent.id}/confirm`, {
    ...rest,
    ...(method === undefined ? {} : { payment_method: method }),
    client_secret: clientSecret,
    ...(options.handleActions === false ? {} : { use_stripe_sdk: true }),
  });
  if (error) return { error };
  return options.handleActions === false ? { [intent.name]: confirmed } : proceed(context, clientSecret, confirmed);
}

function Stripe(key, options = {}) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError(
      'Please call Stripe() with your publishable key. You used a value that does not look like one.',
    );
  }
  const language = languageOf(options.locale);
  const context = { key, language };

  /** Runs a call and translates its error for the page. */
  const localized =
    (call) =>
    async (...given) =>
      inLanguage(await call(...given), language);

  return {
    elements: (elementsOptions = {}) => new Elements(key, { locale: options.locale, ...elementsOptions }),
    createToken: localized(async (element, data = {}) => {
      if (!isElement(element)) throw new IntegrationError('createToken needs a mounted card Element.');
      return fromElement(element, 'token', data);
    }),
    createPaymentMethod: localized((...given) => createPaymentMethod(context, ...given)),
    confirmCardPayment: localized((secret, data, confirmOptions) =>
      confirm(context, secret, 'pi', data, confirmOptions),
    ),
    confirmCardSetup: localized((secret, data, confirmOptions) =>
      confirm(context, secret, 'seti', data, confirmOptions),
    ),
    handleNextAction: localized(async ({ clientSecret }) => {
      const found = await retrieve(context, clientSecret);
      return found.error ? found : proceed(context, clientSecret, found.paymentIntent ?? found.setupIntent);
    }),
    retrievePaymentIntent: localized((secret) => retrieve(context, secret, 'pi')),
    retrieveSetupIntent: localized((secret) => retrieve(context, secret, 'seti')),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

Stripe.version = 'endive';
window.Stripe = Stripe;
