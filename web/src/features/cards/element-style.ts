import type { StripeElementStyle } from '@stripe/stripe-js';

/** The design tokens as the payment provider's fields understand them: they stand in frames that know none of our styles. */
export function elementStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    base: {
      color: token('--ink'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '14px',
      // As high as a control (2.25 rem) inside its border.
      lineHeight: `${2.25 * Number.parseFloat(tokens.fontSize) - 2}px`,
      fontSmoothing: 'antialiased',
      iconColor: token('--muted'),
      '::placeholder': { color: token('--muted') },
      ':disabled': { color: token('--muted') },
    },
    invalid: { color: token('--bad'), iconColor: token('--bad') },
  };
}
