import type { BadgeTone } from '../../ui/badge.tsx';

const tones: Readonly<Record<string, BadgeTone>> = {
  succeeded: 'ok',
  processing: 'accent',
  requires_capture: 'accent',
  requires_action: 'warning',
  requires_confirmation: 'warning',
  requires_payment_method: 'bad',
};

/** The color of a status: success if it succeeded, warning if it waits for somebody, bad if no card paid it (PAY-7). */
export function paymentTone(status: string): BadgeTone {
  return tones[status] ?? 'neutral';
}

/** The lowest score whose color is not success. */
const firstElevatedScore = 30;
/** The lowest score of the provider's highest level. */
const firstHighestScore = 75;

/** The badge color for a fraud score: green below 30 (PAY-8), neutral without a score. */
export function riskTone(riskScore: number | null): BadgeTone {
  if (riskScore === null) return 'neutral';
  if (riskScore < firstElevatedScore) return 'ok';
  return riskScore < firstHighestScore ? 'warning' : 'bad';
}

/** Stripe's word if there is no translation: `requires_capture` → 'Requires capture'. */
export function providersWord(word: string): string {
  const words = word.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
