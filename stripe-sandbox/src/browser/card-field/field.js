import { WORDS } from './words.js';

/** The server inserts the numbers of the test cards. No other number is ever sent. */
export const TEST_NUMBERS = JSON.parse(document.documentElement.dataset.testNumbers);
export const BASE = location.href.replace(/\/elements\/.*$/, '');
export const TYPE = document.documentElement.dataset.type;
export const PARENT = decodeURIComponent(location.hash.slice(1));
export const FIELDS = {
  card: ['number', 'expiry', 'cvc', 'postal'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
}[TYPE];

export const form = document.querySelector('form');
export const inputs = {};
/** Names of the inputs that the user has left. */
export const touched = new Set();
/** The options that the page set for this field. */
export const state = { words: WORDS.en, options: {}, key: '' };

export const postToPage = (type, payload, answers) =>
  parent.postMessage({ from: 'stripe-sandbox', type, payload, answers }, PARENT);
export const digits = (name) => (inputs[name]?.value ?? '').replace(/\D/g, '');

export const shown = () => FIELDS.filter((name) => inputs[name] && !inputs[name].hidden);
export const isIncomplete = (code) => String(code).startsWith('incomplete');
