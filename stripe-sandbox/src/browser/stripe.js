/**
 * The sandbox's stripe.js: sets `window.Stripe` for `@stripe/stripe-js` and `@stripe/react-stripe-js`. Card fields live in
 * iframes of the sandbox (elements.js), so that a number never passes through the page. Plain browser script without eval
 * and inline handlers; the API's address is where this file came from.
 */
(() => {
  const BASE = document.currentScript.src.replace(/\/stripe\.js(\?.*)?$/, '');
  const ORIGIN = new URL(BASE).origin;
  const TYPES = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];
  const TITLES = {
    en: {
      card: 'Secure card payment input frame',
      cardNumber: 'Secure card number input frame',
      cardExpiry: 'Secure expiration date input frame',
      cardCvc: 'Secure CVC input frame',
      challenge: 'Authentication by your bank',
    },
    fr: {
      card: 'Cadre sécurisé pour la saisie du paiement par carte',
      cardNumber: 'Cadre sécurisé pour la saisie du numéro de carte',
      cardExpiry: "Cadre sécurisé pour la saisie de la date d'expiration",
      cardCvc: 'Cadre sécurisé pour la saisie du code de sécurité CVC',
      challenge: 'Authentification par votre banque',
    },
  };
  const CLASSES = {
    base: 'StripeElement',
    complete: 'StripeElement--complete',
    empty: 'StripeElement--empty',
    focus: 'StripeElement--focus',
    invalid: 'StripeElement--invalid',
    webkitAutofill: 'StripeElement--webkit-autofill',
  };

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  const languageOf = (locale) => {
    const wanted = !locale || locale === 'auto' ? navigator.language : locale;
    return String(wanted).toLowerCase().startsWith('fr') ? 'fr' : 'en';
  };

  /** Adds nested values to a form the way the API reads them: `a[b][0]`. */
  function append(form, name, value) {
    if (value === undefined || value === null) return;
    if (typeof value === 'object') {
      for (const [key, member] of Object.entries(value)) append(form, `${name}[${key}]`, member);
    } else form.append(name, String(value));
  }

  /** Calls the API with the publishable key. Resolves to `{data}` or `{error}`, as stripe.js results do; never rejects. */
  async function request(key, method, path, parameters = {}) {
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

  /** Passes messages between the page and one iframe of the sandbox, and nobody else. */
  class Frame {
    #waiting = new Map();
    #queue = [];
    #isReady = false;
    #next = 0;

    constructor(url, title, onMessage) {
      this.iframe = document.createElement('iframe');
      this.iframe.src = `${url}#${encodeURIComponent(location.origin)}`;
      this.iframe.title = title;
      this.iframe.setAttribute('frameborder', '0');
      this.iframe.setAttribute('scrolling', 'no');
      this.iframe.setAttribute('allow', 'payment *');
      Object.assign(this.iframe.style, {
        border: '0',
        width: '100%',
        display: 'block',
        background: 'transparent',
        colorScheme: 'normal',
      });
      this.listener = (event) => {
        if (
          event.source !== this.iframe.contentWindow ||
          event.origin !== ORIGIN ||
          event.data?.from !== 'stripe-sandbox'
        )
          return;
        const { type, answers, payload } = event.data;
        if (type === 'loaded') {
          this.#isReady = true;
          for (const send of this.#queue.splice(0)) send();
        }
        if (answers !== undefined) {
          this.#waiting.get(answers)?.(payload);
          this.#waiting.delete(answers);
        } else onMessage(type, payload ?? {});
      };
      window.addEventListener('message', this.listener);
    }

    /** Sends a message once the frame can hear it. */
    send(type, payload, ports = []) {
      const send = () => this.iframe.contentWindow?.postMessage({ to: 'stripe-sandbox', type, payload }, ORIGIN, ports);
      if (this.#isReady) send();
      else this.#queue.push(send);
    }

    /** Sends a message and resolves to the frame's answer. */
    ask(type, payload, ports = []) {
      this.#next += 1;
      const id = this.#next;
      return new Promise((resolve) => {
        this.#waiting.set(id, resolve);
        this.send(type, { ...payload, id }, ports);
      });
    }

    /** The iframe was moved or taken out: it will load anew. */
    forget() {
      this.#isReady = false;
      this.#queue = [];
    }

    close() {
      window.removeEventListener('message', this.listener);
      for (const resolve of this.#waiting.values()) {
        resolve({
          error: {
            type: 'validation_error',
            code: 'element_gone',
            message: 'The card field was removed before it could be read.',
          },
        });
      }
      this.#waiting.clear();
      this.iframe.remove();
    }
  }

  class Element {
    #handlers = new Map();
    #container = null;
    #frame = null;
    #state = { empty: true, complete: false, error: undefined, focused: false, autofilled: false };

    constructor(type, elements, options) {
      this.type = type;
      this.elements = elements;
      this.options = { ...options };
      this.isDestroyed = false;
    }

    get frame() {
      return this.#frame;
    }

    mount(target) {
      this.#refuseDestroyed();
      const container = typeof target === 'string' ? document.querySelector(target) : target;
      if (!container)
        throw new IntegrationError(
          'The selector you specified applies to no DOM elements that are currently on the page.',
        );
      if (this.#container === container) return;
      if (this.#container) this.unmount();
      container.replaceChildren();
      this.#container = container;
      const title = TITLES[this.elements.language][this.type];
      this.#frame = new Frame(`${BASE}/elements/${this.type}`, title, (type, payload) => this.#hear(type, payload));
      this.#frame.iframe.name = `__privateStripeFrame${Math.random().toString(36).slice(2)}`;
      this.#frame.iframe.style.height = '1.2em';
      const holder = document.createElement('div');
      holder.className = '__PrivateStripeElement';
      Object.assign(holder.style, {
        margin: '0',
        padding: '0',
        border: 'none',
        display: 'block',
        background: 'transparent',
        position: 'relative',
      });
      holder.append(this.#frame.iframe);
      container.append(holder);
      this.#frame.send('init', { key: this.elements.key, language: this.elements.language, options: this.#sendable() });
      this.#showClasses();
      const label = container.id ? document.querySelector(`label[for="${CSS.escape(container.id)}"]`) : null;
      label?.addEventListener('click', this.#focusFromLabel);
    }

    unmount() {
      this.#refuseDestroyed();
      if (!this.#container) return;
      const names = Object.values(this.#classes()).flatMap((name) => name.split(/\s+/).filter(Boolean));
      this.#container.classList.remove(...names);
      this.#frame.close();
      this.#container.replaceChildren();
      this.#container = null;
      this.#frame = null;
      this.#state = { empty: true, complete: false, error: undefined, focused: false, autofilled: false };
    }

    destroy() {
      if (this.isDestroyed) return;
      this.unmount();
      this.isDestroyed = true;
      this.elements.forget(this);
    }

    update(options) {
      this.#refuseDestroyed();
      if (options && typeof options === 'object') {
        Object.assign(this.options, options);
        this.#frame?.send('update', { options: this.#sendable() });
        this.#showClasses();
      }
      return this;
    }

    on(event, handler) {
      if (typeof handler !== 'function')
        throw new IntegrationError(`Invalid handler for the ${event} event: it must be a function.`);
      this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
      return this;
    }

    once(event, handler) {
      const wrapped = (payload) => {
        this.off(event, wrapped);
        handler(payload);
      };
      return this.on(event, wrapped);
    }

    off(event, handler) {
      const known = this.#handlers.get(event) ?? [];
      this.#handlers.set(event, handler ? known.filter((one) => one !== handler) : []);
      return this;
    }

    addEventListener(event, handler) {
      return this.on(event, handler);
    }

    removeEventListener(event, handler) {
      return this.off(event, handler);
    }

    focus() {
      this.#refuseDestroyed();
      this.#frame?.iframe.focus();
      this.#frame?.send('focus');
    }

    blur() {
      this.#refuseDestroyed();
      this.#frame?.send('blur');
      this.#frame?.iframe.blur();
    }

    clear() {
      this.#refuseDestroyed();
      this.#frame?.send('clear');
    }

    collapse() {
      this.blur();
    }

    #focusFromLabel = () => this.focus();

    #refuseDestroyed() {
      if (this.isDestroyed)
        throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    }

    #classes() {
      return { ...CLASSES, ...(this.options.classes ?? {}) };
    }

    /** Options as far as they can be cloned into a frame. */
    #sendable() {
      const { style, hidePostalCode, hideIcon, iconStyle, value, disabled, placeholder, showIcon } = this.options;
      const postalCode = value?.postalCode;
      return JSON.parse(
        JSON.stringify({
          style,
          hidePostalCode,
          hideIcon,
          iconStyle,
          value: { postalCode },
          disabled,
          placeholder,
          showIcon,
        }),
      );
    }

    #showClasses() {
      if (!this.#container) return;
      const classes = this.#classes();
      const { empty, complete, error, focused, autofilled } = this.#state;
      const shown = {
        base: true,
        complete,
        empty,
        focus: focused,
        invalid: error !== undefined,
        webkitAutofill: autofilled,
      };
      for (const [kind, isShown] of Object.entries(shown)) {
        for (const name of String(classes[kind] ?? '')
          .split(/\s+/)
          .filter(Boolean))
          this.#container.classList.toggle(name, isShown);
      }
    }

    #hear(type, payload) {
      if (type === 'height') {
        if (this.#frame) this.#frame.iframe.style.height = `${payload.height}px`;
        return;
      }
      if (type === 'change') {
        this.#state = { ...this.#state, ...payload.state };
        this.#showClasses();
        this.#emit('change', payload.event);
      } else if (type === 'focus' || type === 'blur') {
        this.#state.focused = type === 'focus';
        this.#showClasses();
        this.#emit(type, { elementType: this.type });
      } else if (type === 'ready' || type === 'escape') this.#emit(type, { elementType: this.type });
    }

    #emit(event, payload) {
      for (const handler of this.#handlers.get(event) ?? []) handler(payload);
    }
  }

  class Elements {
    #elements = [];

    constructor(key, options = {}) {
      this.key = key;
      this.options = options;
      this.language = languageOf(options.locale);
    }

    create(type, options = {}) {
      if (!TYPES.includes(type)) {
        throw new IntegrationError(
          `A valid Element name must be provided. Valid Elements here are: ${TYPES.join(', ')}; you passed: ${type}.`,
        );
      }
      if (this.#elements.some((element) => element.type === type)) {
        throw new IntegrationError(`Can only create one Element of type ${type}.`);
      }
      const element = new Element(type, this, options);
      this.#elements.push(element);
      return element;
    }

    /** By name, or by a component of react-stripe-js. */
    getElement(wanted) {
      const type = typeof wanted === 'string' ? wanted : wanted?.__elementType;
      return this.#elements.find((element) => element.type === type) ?? null;
    }

    update(options = {}) {
      Object.assign(this.options, options);
      if (options.locale !== undefined) this.language = languageOf(options.locale);
    }

    async fetchUpdates() {
      return {};
    }

    async submit() {
      return {};
    }

    forget(element) {
      this.#elements = this.#elements.filter((one) => one !== element);
    }
  }

  /** Lets the frame of a card field make a token or payment method; separate fields hand it their parts over a channel. */
  async function fromElement(element, kind, data) {
    if (element.isDestroyed || !element.frame) {
      throw new IntegrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      );
    }
    if (element.type === 'card') return element.frame.ask('create', { kind, data });
    const main = element.elements.getElement('cardNumber');
    if (!main?.frame) throw new IntegrationError('A mounted cardNumber Element is needed to read a card.');
    const ports = [];
    const parts = [];
    for (const type of ['cardExpiry', 'cardCvc']) {
      const part = element.elements.getElement(type);
      if (!part?.frame) continue;
      const channel = new MessageChannel();
      part.frame.send('share', {}, [channel.port1]);
      ports.push(channel.port2);
      parts.push(type);
    }
    return main.frame.ask('create', { kind, data, parts }, ports);
  }

  const isElement = (value) => value instanceof Element;

  /** Shows the bank's challenge over the page and resolves when it is over. */
  function showChallenge(url, language) {
    return new Promise((resolve) => {
      const overlay = document.createElement('div');
      overlay.setAttribute('role', 'dialog');
      overlay.setAttribute('aria-modal', 'true');
      overlay.setAttribute('aria-label', TITLES[language].challenge);
      Object.assign(overlay.style, {
        position: 'fixed',
        inset: '0',
        zIndex: '2147483647',
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        background: 'rgb(10 15 30 / 0.6)',
      });
      const before = document.activeElement;
      const frame = new Frame(url, TITLES[language].challenge, (type) => {
        if (type === 'loaded') frame.iframe.focus();
        if (type !== 'done') return;
        frame.close();
        overlay.remove();
        before?.focus?.();
        resolve();
      });
      Object.assign(frame.iframe.style, {
        width: 'min(30rem, 94vw)',
        height: 'min(26rem, 94vh)',
        borderRadius: '12px',
        background: 'white',
      });
      overlay.append(frame.iframe);
      document.body.append(overlay);
    });
  }

  const KINDS = {
    pi: { path: '/payment_intents', name: 'paymentIntent', field: 'payment_intent', error: 'last_payment_error' },
    seti: { path: '/setup_intents', name: 'setupIntent', field: 'setup_intent', error: 'last_setup_error' },
  };

  function Stripe(key, options = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError(
        'Please call Stripe() with your publishable key. You used a value that does not look like one.',
      );
    }
    const language = languageOf(options.locale);

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

    async function retrieve(clientSecret, wanted) {
      const intent = intentOf(clientSecret, wanted);
      const { data, error } = await request(key, 'GET', `${intent.path}/${intent.id}`, { client_secret: clientSecret });
      return error ? { error } : { [intent.name]: data };
    }

    /** Sees an intent through its next action. A failed one is an error that carries the intent. */
    async function proceed(clientSecret, data) {
      const intent = intentOf(clientSecret);
      const action = data.next_action;
      if (data.status !== 'requires_action' || !action) return { [intent.name]: data };
      if (action.type === 'redirect_to_url') {
        location.assign(action.redirect_to_url.url);
        return new Promise(() => {});
      }
      await showChallenge(`${action.use_stripe_sdk.stripe_js}&locale=${language}`, language);
      const after = await retrieve(clientSecret);
      const current = after[intent.name];
      if (current?.status === 'requires_payment_method' && current[intent.error]) {
        return { error: { ...current[intent.error], [intent.field]: current } };
      }
      return after;
    }

    async function createPaymentMethod(first, second, third) {
      const data = typeof first === 'string' ? { type: first, card: second, ...third } : { ...first };
      if (data.type !== 'card')
        throw new IntegrationError(`Payment methods of type ${data.type} cannot be created here.`);
      if (isElement(data.card)) {
        const { card, ...rest } = data;
        return fromElement(card, 'paymentMethod', rest);
      }
      const { data: made, error } = await request(key, 'POST', '/payment_methods', data);
      return error ? { error } : { paymentMethod: made };
    }

    async function confirm(clientSecret, wanted, data = {}, options = {}) {
      const intent = intentOf(clientSecret, wanted);
      const { payment_method: given, ...rest } = data;
      let method = given;
      if (given && typeof given === 'object') {
        const made = await createPaymentMethod({ type: 'card', ...given });
        if (made.error) return { error: made.error };
        method = made.paymentMethod.id;
      }
      const { data: confirmed, error } = await request(key, 'POST', `${intent.path}/${intent.id}/confirm`, {
        ...rest,
        ...(method === undefined ? {} : { payment_method: method }),
        client_secret: clientSecret,
        ...(options.handleActions === false ? {} : { use_stripe_sdk: true }),
      });
      if (error) return { error };
      return options.handleActions === false ? { [intent.name]: confirmed } : proceed(clientSecret, confirmed);
    }

    return {
      elements: (elementsOptions = {}) => new Elements(key, { locale: options.locale, ...elementsOptions }),
      async createToken(element, data = {}) {
        if (!isElement(element)) throw new IntegrationError('createToken needs a mounted card Element.');
        return fromElement(element, 'token', data);
      },
      createPaymentMethod,
      confirmCardPayment: (secret, data, confirmOptions) => confirm(secret, 'pi', data, confirmOptions),
      confirmCardSetup: (secret, data, confirmOptions) => confirm(secret, 'seti', data, confirmOptions),
      async handleNextAction({ clientSecret }) {
        const found = await retrieve(clientSecret);
        return found.error ? found : proceed(clientSecret, found.paymentIntent ?? found.setupIntent);
      },
      retrievePaymentIntent: (secret) => retrieve(secret, 'pi'),
      retrieveSetupIntent: (secret) => retrieve(secret, 'seti'),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
