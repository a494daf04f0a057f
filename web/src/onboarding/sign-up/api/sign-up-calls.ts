import type {
  SignUpCoupon,
  SignUpPreview,
  SignUpPreviewInput,
  SignUpRegistration,
  SignUpSetupIntent,
} from '@portico/contract';
import { type Answer, api } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/problem.ts';

/** The plans of a product as visitors see them. */
export type VisitorPlans = Answer<'GET /api/SignUp/Plans'>;

export function listPlans(product: string | undefined, signal: AbortSignal): Promise<VisitorPlans> {
  return api('GET /api/SignUp/Plans', { query: product === undefined ? {} : { product }, signal });
}

/** @throws ApiError: InvalidCoupon; TooManyRequests with `blockedTo` */
export async function checkCoupon(
  asked: { email: string; coupon: string; product: string },
  captcha: string | undefined,
): Promise<SignUpCoupon> {
  const query = { handler: 'CheckCoupon' as const, ...asked, ...(captcha && { reCaptchaToken: captcha }) };
  return (await api('POST /SignUp', { query, body: undefined })) as SignUpCoupon;
}

/**
 * Starts the setup of a card, which belongs to no customer until the registration attaches it.
 * @returns the client secret with which to confirm the card
 */
export async function beginCard(email: string, captcha: string | undefined): Promise<string> {
  const query = { handler: 'SetupIntent' as const, email, ...(captcha && { reCaptchaToken: captcha }) };
  return ((await api('POST /SignUp', { query, body: undefined })) as SignUpSetupIntent).ClientSecret;
}

/**
 * A quote of the choices, valid for 30 minutes.
 * @throws ApiError: InvalidCoupon, NotForSale, CardError
 */
export async function previewPurchase(
  body: SignUpPreviewInput,
  captcha: string | undefined,
  signal: AbortSignal | undefined,
): Promise<SignUpPreview> {
  const query = { handler: 'PreviewPurchase' as const, ...(captcha && { reCaptchaToken: captcha }) };
  return (await api('POST /SignUp', { query, body: { ...body }, ...(signal && { signal }) })) as SignUpPreview;
}

export function getRegistration(id: string): Promise<SignUpRegistration> {
  return api('GET /api/SignUp/Registrations/{id}', { params: { id } });
}

/**
 * Abandons a registration that waits for its cardholder.
 * @returns its state afterwards
 */
export function abandonRegistration(id: string): Promise<SignUpRegistration> {
  return api('DELETE /api/SignUp/Registrations/{id}', { params: { id } });
}

/** Why and until when the final form has to wait, by this browser's clock. */
export interface Block {
  until: Date;
  /** True if it waits for other registrations, false if a limit is reached. */
  isBusy: boolean;
}

/** Seconds to wait if the portal is too busy to say how long. */
const usualPause = 3;

/**
 * What blocks the final form now; null if nothing does.
 * @throws ApiError
 */
export async function findBlock(email: string): Promise<Block | null> {
  const after = (seconds: number) => new Date(Date.now() + seconds * 1000);
  try {
    const { secondsLeft, isBusy } = await api('POST /api/SignUp/Block', { body: { email } });
    return secondsLeft === 0 ? null : { until: after(secondsLeft), isBusy };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503) throw error;
    return { until: after(error.retryAfter ?? usualPause), isBusy: true };
  }
}

export type WatchedConfirmation = Answer<'GET /api/SignUp/Confirmation'>;

/** Whether the sign-up's address is confirmed, and its first device. @throws ApiError NotFound if it is too old */
export const watchConfirmation = (): Promise<WatchedConfirmation> => api('GET /api/SignUp/Confirmation');

/**
 * Mails the confirmation again, or to a corrected address.
 * @throws ApiError: ValidationError; TooManyRequests with `blockedTo`
 */
export const sendConfirmation = (email: string, captcha: string | undefined) =>
  api('POST /api/SignUp/Confirmation', { body: { email, ...(captcha && { reCaptchaToken: captcha }) } });
