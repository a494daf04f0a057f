import { brandOf } from './brands.js';
import { CHECKS } from './checks.js';
import { digits, FIELDS, form, inputs, postToPage, shown, TYPE, touched } from './field.js';
import { show } from './show.js';

/** Keeps the caret behind the same digit when spaces are added or removed. A caret at the end stays at the end. */
function format(input, make) {
  const at = input.selectionStart ?? input.value.length;
  const isAtEnd = at === input.value.length;
  const digitsBefore = input.value.slice(0, at).replace(/\D/g, '').length;
  const formatted = make(input.value.replace(/\D/g, ''));
  if (formatted === input.value) return;
  input.value = formatted;
  let caret = isAtEnd ? formatted.length : 0;
  for (let seen = 0; !isAtEnd && caret < formatted.length && seen < digitsBefore; caret += 1) {
    if (/\d/.test(formatted[caret])) seen += 1;
  }
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

const FORMATS = {
  number(typed) {
    const { lengths, gaps } = brandOf(typed);
    const number = typed.slice(0, Math.max(...lengths));
    return [...number].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
  },
  expiry(typed) {
    let month = typed.slice(0, 2);
    if (/^[2-9]/.test(month)) month = `0${month[0]}`;
    if (Number(month) > 12) month = `0${month[0]}`;
    const year =
      typed.length > 2 && typed.startsWith(month)
        ? typed.slice(2, 6)
        : typed.slice(month.startsWith('0') && !typed.startsWith('0') ? 1 : 2);
    const short = year.length === 4 && year.startsWith('20') ? year.slice(2) : year.slice(0, 2);
    return month.length === 2 ? `${month} / ${short}` : month;
  },
  cvc: (typed) => typed.slice(0, TYPE === 'card' ? brandOf(digits('number')).cvc : 4),
};

function onInput(name, event) {
  const input = inputs[name];
  const isErasing = event.inputType?.startsWith('delete');
  if (FORMATS[name]) {
    // Erasing the separator erases the digit before it.
    if (isErasing && name === 'expiry' && /^\d\d ?\/? ?$/.test(input.value) && !input.value.endsWith('/ '))
      input.value = input.value.slice(0, 1);
    else format(input, FORMATS[name]);
  } else input.value = input.value.slice(0, 10);
  show();
  const next = shown()[shown().indexOf(name) + 1];
  const isFull =
    name !== 'postal' && !isErasing && CHECKS[name]() === null && input.selectionStart === input.value.length;
  if (isFull && next && document.activeElement === input) inputs[next].focus();
}

export function build() {
  const attributes = {
    number: { name: 'cardnumber', autocomplete: 'cc-number', inputMode: 'numeric' },
    expiry: { name: 'exp-date', autocomplete: 'cc-exp', inputMode: 'numeric' },
    cvc: { name: 'cvc', autocomplete: 'cc-csc', inputMode: 'numeric' },
    postal: { name: 'postal', autocomplete: 'billing postal-code', inputMode: 'text' },
  };
  for (const name of FIELDS) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'text', spellcheck: false, ...attributes[name] });
    input.setAttribute('aria-invalid', 'false');
    input.addEventListener('input', (event) => onInput(name, event));
    input.addEventListener('focus', () => postToPage('focus'));
    input.addEventListener('blur', () => {
      touched.add(name);
      show();
      // Moving to the next part of the same field does not count as leaving it.
      setTimeout(() => {
        if (!form.contains(document.activeElement) || !document.hasFocus()) postToPage('blur');
      });
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') postToPage('escape');
      const previous = shown()[shown().indexOf(name) - 1];
      if (event.key === 'Backspace' && input.value === '' && previous) {
        event.preventDefault();
        inputs[previous].focus();
      }
    });
    inputs[name] = input;
    form.append(input);
  }
  form.addEventListener('submit', (event) => event.preventDefault());
  new ResizeObserver(() => postToPage('height', { height: Math.ceil(form.getBoundingClientRect().height) })).observe(
    form,
  );
}
