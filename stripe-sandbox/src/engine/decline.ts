import type Stripe from 'stripe';
import type { Decline } from '../cards.ts';
import { ApiError, documentationUrl, type ErrorBody } from '../errors.ts';

const ADVICE: Record<string, string> = {
  authentication_required: 'confirm_card_data',
  expired_card: 'do_not_try_again',
  fraudulent: 'do_not_try_again',
  incorrect_cvc: 'confirm_card_data',
  lost_card: 'do_not_try_again',
  stolen_card: 'do_not_try_again',
};

/** Stripe's advice code for a decline. */
export function adviceOf(decline: Decline): string {
  return ADVICE[decline.declineCode] ?? 'try_again_later';
}

/** A decline as an intent stores it, in `last_payment_error` or `last_setup_error`. */
export function declineDetail(decline: Decline, method: Stripe.PaymentMethod, charge?: string) {
  return {
    advice_code: adviceOf(decline),
    ...(charge === undefined ? {} : { charge }),
    code: decline.code,
    decline_code: decline.declineCode,
    doc_url: documentationUrl(decline.code),
    message: decline.message,
    payment_method: structuredClone(method),
    type: 'card_error' as const,
  };
}

/** A 402 error. With an intent, the work is kept: the intent stores the error and waits for another card. */
export function declined(
  decline: Decline,
  about: {
    paymentMethod: Stripe.PaymentMethod;
    paymentIntent?: Stripe.PaymentIntent;
    setupIntent?: Stripe.SetupIntent;
    charge?: string;
    keepsWork?: boolean;
  },
): ApiError {
  const body: ErrorBody = {
    type: 'card_error',
    advice_code: adviceOf(decline),
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    ...(decline.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
    ...(about.charge === undefined ? {} : { charge: about.charge }),
    ...(about.paymentIntent === undefined ? {} : { payment_intent: about.paymentIntent }),
    ...(about.setupIntent === undefined ? {} : { setup_intent: about.setupIntent }),
    payment_method: about.paymentMethod,
  };
  return new ApiError(402, body, { keepsWork: about.keepsWork ?? false });
}
