/**
 * A card field inside its iframe. What is typed here leaves this frame only as a call to the sandbox's API, or, from separate
 * fields, over a private channel to the frame of the card number.
 */
(() => {
  /** Filled in by the sandbox: nothing but its test cards is ever sent. */
  const TEST_NUMBERS = JSON.parse(document.documentElement.dataset.testNumbers);
  const BASE = location.href.replace(/\/elements\/.*$/, '');
  const TYPE = document.documentElement.dataset.type;
  const PARENT = decodeURIComponent(location.hash.slice(1));
  const FIELDS = {
    card: ['number', 'expiry', 'cvc', 'postal'],
    cardNumber: ['number'],
    cardExpiry: ['expiry'],
    cardCvc: ['cvc'],
  }[TYPE];

  const WORDS = {
    en: {
      number: 'Credit or debit card number',
      expiry: 'Credit or debit card expiration date',
      cvc: 'Credit or debit card CVC/CVV',
      postal: 'Postal code',
      numberHint: 'Card number',
      expiryHint: 'MM / YY',
      cvcHint: 'CVC',
      postalHint: 'ZIP',
      incomplete_number: 'Your card number is incomplete.',
      invalid_number: 'Your card number is invalid.',
      incomplete_expiry: 'Your card’s expiration date is incomplete.',
      invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
      invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
      invalid_expiry_year: 'Your card’s expiration year is invalid.',
      incomplete_cvc: 'Your card’s security code is incomplete.',
      incomplete_zip: 'Your postal code is incomplete.',
      test_mode_live_card: 'Your card was declined. Only test cards may be used here, for example 4242 4242 4242 4242.',
      connection: 'We could not reach the payment service. Please check your connection and try again.',
    },
    fr: {
      number: 'Numéro de carte de crédit ou de débit',
      expiry: "Date d'expiration de la carte de crédit ou de débit",
      cvc: 'Code CVC/CVV de la carte de crédit ou de débit',
      postal: 'Code postal',
      numberHint: 'Numéro de carte',
      expiryHint: 'MM / AA',
      cvcHint: 'CVC',
      postalHint: 'Code postal',
      incomplete_number: 'Le numéro de votre carte est incomplet.',
      invalid_number: "Le numéro de votre carte n'est pas valide.",
      incomplete_expiry: "La date d'expiration de votre carte est incomplète.",
      invalid_expiry_month_past: "La date d'expiration de votre carte est passée.",
      invalid_expiry_year_past: "L'année d'expiration de votre carte est passée.",
      invalid_expiry_year: "L'année d'expiration de votre carte n'est pas valide.",
      incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
      incomplete_zip: 'Votre code postal est incomplet.',
      test_mode_live_card:
        'Votre carte a été refusée. Seules les cartes de test peuvent être utilisées ici, par exemple 4242 4242 4242 4242.',
      connection: 'Impossible de joindre le service de paiement. Vérifiez votre connexion et réessayez.',
    },
  };

  const BRANDS = [
    { brand: 'visa', pattern: /^4/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
    { brand: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
    { brand: 'amex', pattern: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: 4 },
    { brand: 'discover', pattern: /^(6011|64[4-9]|65)/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
    { brand: 'diners', pattern: /^3(0[0-5]|[689])/, lengths: [14, 16], gaps: [4, 10], cvc: 3 },
    { brand: 'jcb', pattern: /^35/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
    { brand: 'unionpay', pattern: /^62/, lengths: [16, 17, 18, 19], gaps: [4, 8, 12, 16], cvc: 3 },
  ];
  const UNKNOWN = { brand: 'unknown', lengths: [16], gaps: [4, 8, 12], cvc: 3 };

  const form = document.querySelector('form');
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const inputs = {};
  const touched = new Set();
  let words = WORDS.en;
  let options = {};
  let key = '';
  let lastChange = '';

  const tell = (type, payload, answers) =>
    parent.postMessage({ from: 'stripe-sandbox', type, payload, answers }, PARENT);
  const digits = (name) => (inputs[name]?.value ?? '').replace(/\D/g, '');
  const brandOf = (number) => BRANDS.find(({ pattern }) => pattern.test(number)) ?? UNKNOWN;

  function passesLuhn(number) {
    let sum = 0;
    for (let index = 0; index < number.length; index += 1) {
      let digit = Number(number[number.length - 1 - index]);
      if (index % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
      sum += digit;
    }
    return sum % 10 === 0;
  }

  /** Each check returns the code of what is wrong with a field, or null. */
  const CHECKS = {
    number() {
      const number = digits('number');
      const { lengths } = brandOf(number);
      if (number.length < Math.min(...lengths)) return 'incomplete_number';
      if (!passesLuhn(number)) return number.length < Math.max(...lengths) ? 'incomplete_number' : 'invalid_number';
      return TEST_NUMBERS.includes(number) ? null : 'test_mode_live_card';
    },
    expiry() {
      const typed = digits('expiry');
      if (typed.length < 4) return 'incomplete_expiry';
      const [month, year] = [Number(typed.slice(0, 2)), 2000 + Number(typed.slice(2, 4))];
      const now = new Date();
      if (year < now.getFullYear()) return 'invalid_expiry_year_past';
      if (year > now.getFullYear() + 50) return 'invalid_expiry_year';
      return year === now.getFullYear() && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : null;
    },
    cvc() {
      const wanted = TYPE === 'card' ? brandOf(digits('number')).cvc : 3;
      return digits('cvc').length < wanted ? 'incomplete_cvc' : null;
    },
    postal() {
      return inputs.postal.value.trim().length < 3 ? 'incomplete_zip' : null;
    },
  };

  const shown = () => FIELDS.filter((name) => inputs[name] && !inputs[name].hidden);
  const isIncomplete = (code) => String(code).startsWith('incomplete');

  /** What is wrong, as far as the holder should be told yet: incomplete fields only once they were left. */
  function problem(everything) {
    for (const name of shown()) {
      const code = CHECKS[name]();
      if (code === null) continue;
      const isLeft = touched.has(name) && inputs[name].value !== '' && document.activeElement !== inputs[name];
      if (everything || !isIncomplete(code) || isLeft) return { name, code };
    }
    return null;
  }

  const errorOf = (code) => ({ type: 'validation_error', code, message: words[code] });

  function show() {
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
    if (!isFirst) tell('change', { event, state: { empty, complete, error, autofilled } });
  }

  /** Keeps the caret behind the digit it was behind, whatever spaces come and go; at the end it stays at the end. */
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

  function build() {
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
      input.addEventListener('focus', () => tell('focus'));
      input.addEventListener('blur', () => {
        touched.add(name);
        show();
        // Moving to the next part of the same field is not leaving it.
        setTimeout(() => {
          if (!form.contains(document.activeElement) || !document.hasFocus()) tell('blur');
        });
      });
      input.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') tell('escape');
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
    new ResizeObserver(() => tell('height', { height: Math.ceil(form.getBoundingClientRect().height) })).observe(form);
  }

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
    const plain = (one) =>
      Object.fromEntries(Object.entries(one ?? {}).filter(([, value]) => typeof value === 'string'));
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

  function applyOptions() {
    applyStyle(options.style);
    for (const name of FIELDS) {
      inputs[name].setAttribute('aria-label', words[name]);
      inputs[name].placeholder = TYPE === 'card' ? words[`${name}Hint`] : (options.placeholder ?? words[`${name}Hint`]);
      inputs[name].disabled = options.disabled ?? false;
    }
    if (TYPE === 'cardNumber' && options.placeholder === undefined) inputs.number.placeholder = '1234 1234 1234 1234';
    if (inputs.postal) {
      inputs.postal.hidden = options.hidePostalCode ?? false;
      inputs.postal.style.display = inputs.postal.hidden ? 'none' : '';
      if (options.value?.postalCode !== undefined && inputs.postal.value === '')
        inputs.postal.value = options.value.postalCode;
    }
    const icon = document.querySelector('.icon');
    const hasIcon = TYPE === 'card' ? !options.hideIcon : TYPE === 'cardNumber' && options.showIcon;
    if (icon) icon.style.display = hasIcon ? '' : 'none';
    show();
  }

  /** What the other frames hold: each answers once on its own channel. */
  const partOf = (port) =>
    new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data);
      port.postMessage('please');
    });

  async function create({ kind, data, parts = [] }, ports) {
    const wrong = problem(true);
    if (wrong !== null) {
      touched.add(wrong.name);
      show();
      return { error: errorOf(wrong.code) };
    }
    const others = await Promise.all(ports.map(partOf));
    const failed = others.find(({ error }) => error);
    if (failed) return { error: failed.error };
    const expiry = parts.includes('cardExpiry') ? others[parts.indexOf('cardExpiry')].value : digits('expiry');
    const cvc = parts.includes('cardCvc') ? others[parts.indexOf('cardCvc')].value : digits('cvc');
    const card = {
      number: digits('number'),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: 2000 + Number(expiry.slice(2)),
      ...(cvc === '' ? {} : { cvc }),
    };
    const postal = inputs.postal && !inputs.postal.hidden ? inputs.postal.value.trim() : '';
    if (kind === 'token')
      return send(
        '/v1/tokens',
        { card: { ...card, ...(postal === '' ? {} : { address_zip: postal }), ...data } },
        'token',
      );
    const details = { ...data.billing_details };
    if (postal !== '') details.address = { postal_code: postal, ...details.address };
    return send('/v1/payment_methods', { ...data, type: 'card', card, billing_details: details }, 'paymentMethod');
  }

  function append(body, name, value) {
    if (value === undefined || value === null) return;
    if (typeof value === 'object')
      for (const [inner, member] of Object.entries(value)) append(body, `${name}[${inner}]`, member);
    else body.append(name, String(value));
  }

  async function send(path, parameters, name) {
    const body = new URLSearchParams();
    for (const [field, value] of Object.entries(parameters)) append(body, field, value);
    try {
      const response = await fetch(`${BASE}${path}`, {
        method: 'POST',
        body,
        credentials: 'omit',
        headers: { authorization: `Bearer ${key}` },
      });
      const answer = await response.json();
      return answer.error ? { error: answer.error } : { [name]: answer };
    } catch {
      return { error: { type: 'api_connection_error', message: words.connection } };
    }
  }

  const HEARD = {
    init(payload) {
      ({ key } = payload);
      words = WORDS[payload.language] ?? WORDS.en;
      document.documentElement.lang = payload.language;
      options = payload.options ?? {};
      applyOptions();
      tell('ready');
    },
    update(payload) {
      options = { ...options, ...payload.options };
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
      tell('created', await create(payload, ports), payload.id);
    },
  };

  build();
  window.addEventListener('message', (event) => {
    if (event.source !== parent || event.origin !== PARENT || event.data?.to !== 'stripe-sandbox') return;
    HEARD[event.data.type]?.(event.data.payload ?? {}, event.ports);
  });
  tell('loaded');
})();
