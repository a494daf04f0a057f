import { FIELDS, inputs, state, TYPE } from './field.js';
import { show } from './show.js';

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

const cssName = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const PROPERTIES =
  /^(background-?color|color|font-?family|font-?size|font-?smoothing|font-?style|font-?variant|font-?weight|icon-?color|letter-?spacing|line-?height|padding|text-?align|text-?decoration|text-?shadow|text-?transform)$/i;

/** `style` as stylesheet rules: `base`, `complete`, `empty`, `invalid`, each with its pseudo-classes. */
function applyStyle(style = {}) {
  while (sheet.cssRules.length > 0) sheet.deleteRule(0);
  const add = (selector, declarations) => {
    const index = sheet.insertRule(`${selector} {}`, sheet.cssRules.length);
    for (const [name, value] of Object.entries(declarations)) {
      if (PROPERTIES.test(name) && typeof value === 'string')
        sheet.cssRules[index].style.setProperty(cssName(name), value);
    }
  };
  const plain = (one) => Object.fromEntries(Object.entries(one ?? {}).filter(([, value]) => typeof value === 'string'));
  const { base = {} } = style;
  add('form', plain(base));
  if (base.iconColor) add('.icon', { color: base.iconColor });
  for (const [variant, selector] of [
    ['base', 'input'],
    ['empty', 'input.empty'],
    ['complete', 'input.complete'],
    ['invalid', 'input.invalid'],
  ]) {
    const one = style[variant] ?? {};
    if (variant !== 'base') add(selector, plain(one));
    if (variant === 'invalid' && one.iconColor) add('form:has(input.invalid) .icon', { color: one.iconColor });
    for (const [pseudo, declarations] of Object.entries(one)) {
      if (/^:(hover|focus|disabled|-webkit-autofill|:placeholder|:selection)$/.test(pseudo))
        add(`${selector}${pseudo}`, plain(declarations));
    }
  }
  if (!style.invalid?.color) add('input.invalid', { color: '#eb1c26' });
}

export function applyOptions() {
  applyStyle(state.options.style);
  for (const name of FIELDS) {
    inputs[name].setAttribute('aria-label', state.words[name]);
    inputs[name].placeholder =
      TYPE === 'card' ? state.words[`${name}Hint`] : (state.options.placeholder ?? state.words[`${name}Hint`]);
    inputs[name].disabled = state.options.disabled ?? false;
  }
  if (TYPE === 'cardNumber' && state.options.placeholder === undefined)
    inputs.number.placeholder = '1234 1234 1234 1234';
  if (inputs.postal) {
    inputs.postal.hidden = state.options.hidePostalCode ?? false;
    inputs.postal.style.display = inputs.postal.hidden ? 'none' : '';
    if (state.options.value?.postalCode !== undefined && inputs.postal.value === '')
      inputs.postal.value = state.options.value.postalCode;
  }
  const icon = document.querySelector('.icon');
  const hasIcon = TYPE === 'card' ? !state.options.hideIcon : TYPE === 'cardNumber' && state.options.showIcon;
  if (icon) icon.style.display = hasIcon ? '' : 'none';
  show();
}
