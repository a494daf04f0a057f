import type Stripe from 'stripe';

/** Whether Stripe answered with what it had answered to the same idempotency key before. */
export function isReplay(headers: Readonly<Record<string, string>> | undefined): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}

/** What a call answered, read again where the answer repeats an earlier one: that was true then, and perhaps is not any more. */
export async function asItIsNow<Answer>(
  answer: Stripe.Response<Answer>,
  readAgain: (answer: Answer) => Promise<Answer>,
): Promise<Answer> {
  return isReplay(answer.lastResponse.headers) ? readAgain(answer) : answer;
}
