import type { StripeElementStyle } from '@stripe/stripe-js';

/** The design tokens as the payment provider's fields understand them: they stand in frames that know none of our styles. */
export function elementStyle(): StripeElementStyle {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    base: {
      color: token('--ink'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: token('--field-font-size'),
      // As high as a control inside its border.
      lineHeight: `${Number.parseFloat(token('--control-height')) - 2}px`,
      fontSmoothing: 'antialiased',
      iconColor: token('--muted'),
      '::placeholder': { color: token('--muted') },
      ':disabled': { color: token('--muted') },
    },
    invalid: { color: token('--bad'), iconColor: token('--bad') },
  };
}
