import { brandOf } from './brands.js';
import { CHECKS, errorOf, problem } from './checks.js';
import { digits, inputs, isIncomplete, postToPage, shown, TYPE, touched } from './field.js';

let lastChange = '';

export function show() {
  for (const name of shown()) {
    const code = CHECKS[name]();
    const isLeft = touched.has(name) && inputs[name].value !== '' && document.activeElement !== inputs[name];
    const isWrong = code !== null && (!isIncomplete(code) || isLeft);
    inputs[name].setAttribute('aria-invalid', String(isWrong));
    inputs[name].classList.toggle('invalid', isWrong);
    inputs[name].classList.toggle('complete', code === null);
    inputs[name].classList.toggle('empty', inputs[name].value === '');
  }
  const { brand } = brandOf(digits('number'));
  const icon = document.querySelector('.icon');
  if (icon) icon.dataset.brand = brand;
  announce(brand);
}

function announce(brand) {
  const found = problem(false);
  const error = found === null ? undefined : errorOf(found.code);
  const empty = shown().every((name) => inputs[name].value === '');
  const complete = shown().every((name) => CHECKS[name]() === null);
  const event = {
    elementType: TYPE,
    empty,
    complete,
    error,
    ...(TYPE === 'card' ? { value: { postalCode: inputs.postal.hidden ? '' : inputs.postal.value }, brand } : {}),
    ...(TYPE === 'cardNumber' ? { brand } : {}),
  };
  const autofilled = shown().some((name) => inputs[name].matches(':autofill'));
  const current = JSON.stringify([event, autofilled]);
  if (current === lastChange) return;
  const isFirst = lastChange === '';
  lastChange = current;
  if (!isFirst) postToPage('change', { event, state: { empty, complete, error, autofilled } });
}
