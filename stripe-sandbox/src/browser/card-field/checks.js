import { brandOf, passesLuhn } from './brands.js';
import { digits, inputs, isIncomplete, shown, state, TEST_NUMBERS, TYPE, touched } from './field.js';

/** Each check returns the error code of a field, or null. */
export const CHECKS = {
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

/** The errors to show now: an incomplete field has one only after the user left it. */
export function problem(everything) {
  for (const name of shown()) {
    const code = CHECKS[name]();
    if (code === null) continue;
    const isLeft = touched.has(name) && inputs[name].value !== '' && document.activeElement !== inputs[name];
    if (everything || !isIncomplete(code) || isLeft) return { name, code };
  }
  return null;
}

export const errorOf = (code) => ({ type: 'validation_error', code, message: state.words[code] });
