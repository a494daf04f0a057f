import type { BadgeTone } from '../../ui/badge.tsx';

const tones: Readonly<Record<string, BadgeTone>> = {
  succeeded: 'ok',
  processing: 'accent',
  requires_capture: 'accent',
  requires_action: 'warning',
  requires_confirmation: 'warning',
  requires_payment_method: 'bad',
};

/** Succeeded is success; what waits for somebody is a warning, and what no card paid is bad (PAY-7). */
export function paymentTone(status: string): BadgeTone {
  return tones[status] ?? 'neutral';
}

/** A score from this one on is no success any more. */
const firstElevatedScore = 30;
/** A score from this one on is the provider's highest level. */
const firstHighestScore = 75;

/** How likely a payment was fraud, as a color: below 30 is success (PAY-8). Without a score nothing is said. */
export function riskTone(riskScore: number | null): BadgeTone {
  if (riskScore === null) return 'neutral';
  if (riskScore < firstElevatedScore) return 'ok';
  return riskScore < firstHighestScore ? 'warning' : 'bad';
}

/** Stripe's word, where there is none of ours: `requires_capture` → 'Requires capture'. */
export function providersWord(word: string): string {
  const words = word.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
