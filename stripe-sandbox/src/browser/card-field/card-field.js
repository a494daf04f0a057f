import { applyOptions } from './appearance.js';
import { CHECKS, errorOf, problem } from './checks.js';
import { create } from './create.js';
import { digits, FIELDS, inputs, PARENT, postToPage, shown, state, touched } from './field.js';
import { show } from './show.js';
import { build } from './typing.js';
import { WORDS } from './words.js';

const HEARD = {
  init(payload) {
    state.key = payload.key;
    state.words = WORDS[payload.language] ?? WORDS.en;
    document.documentElement.lang = payload.language;
    state.options = payload.options ?? {};
    applyOptions();
    postToPage('ready');
  },
  update(payload) {
    state.options = { ...state.options, ...payload.options };
    applyOptions();
  },
  focus() {
    const target = shown().find((name) => CHECKS[name]() !== null) ?? shown()[0];
    inputs[target].focus();
  },
  blur: () => document.activeElement?.blur(),
  clear() {
    for (const name of FIELDS) inputs[name].value = '';
    touched.clear();
    show();
  },
  share(_payload, [port]) {
    port.onmessage = () => {
      const wrong = problem(true);
      if (wrong !== null) {
        touched.add(wrong.name);
        show();
      }
      port.postMessage(wrong === null ? { value: digits(FIELDS[0]) } : { error: errorOf(wrong.code) });
    };
  },
  async create(payload, ports) {
    postToPage('created', await create(payload, ports), payload.id);
  },
};

build();
window.addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== PARENT || event.data?.to !== 'stripe-sandbox') return;
  HEARD[event.data.type]?.(event.data.payload ?? {}, event.ports);
});
postToPage('loaded');
