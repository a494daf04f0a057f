import { Element } from './element.js';
import { IntegrationError, languageOf, TYPES } from './words.js';

/** The card fields of one page, at most one of each type. */
export class Elements {
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

  /** Finds a field by its name or by a component of react-stripe-js. */
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

/**
 * Makes a token or payment method in the frame of a card field. Separate fields send their parts to it over a
 * channel.
 */
export async function fromElement(element, kind, data) {
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

export const isElement = (value) => value instanceof Element;
