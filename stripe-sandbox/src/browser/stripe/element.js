import { Frame } from './frame.js';
import { BASE } from './request.js';
import { CLASSES, IntegrationError, TITLES } from './words.js';

/** One card field on the page: its frame, its events and the classes of its container. */
export class Element {
  #handlers = new Map();
  #container = null;
  #frame = null;
  #label = null;
  #state = {};

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
    this.#begin();
    this.#label = container.id ? document.querySelector(`label[for="${CSS.escape(container.id)}"]`) : null;
    this.#label?.addEventListener('click', this.#focusFromLabel);
  }

  #begin() {
    const { key, language } = this.elements;
    this.#state = { empty: true, complete: false, error: undefined, focused: false, autofilled: false };
    this.#frame.send('init', { key, language, options: this.#sendable() });
    this.#showClasses();
  }

  unmount() {
    this.#refuseDestroyed();
    if (!this.#container) return;
    const names = Object.values(this.#classes()).flatMap((name) => name.split(/\s+/).filter(Boolean));
    this.#container.classList.remove(...names);
    this.#frame.close();
    this.#label?.removeEventListener('click', this.#focusFromLabel);
    this.#label = null;
    this.#container.replaceChildren();
    this.#container = null;
    this.#frame = null;
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

  /** Options without the values that cannot be cloned into a frame. */
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
    if (type === 'reloaded') {
      this.#begin();
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
