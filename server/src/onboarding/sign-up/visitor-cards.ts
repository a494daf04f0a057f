import { createHash } from 'node:crypto';
import type { SignUpPreview } from '@portico/contract';
import type { Database } from '../../core/db/database.ts';
import { AppError, NotFoundError } from '../../core/http/app-error.ts';
import { CardError, cardBrand, type Gateway, isFinal } from '../../core/stripe/index.ts';
import type { RegisteringPurchase } from './form.ts';
import { formsByCard } from './sign-up.limits.ts';
import { claimCard, findClaimingForm } from './visitor-cards.queries.ts';

interface CardContext {
  readonly database: Database;
  readonly gateway: { readonly cards: Pick<Gateway['cards'], 'createFromToken' | 'retrieve' | 'isSaved' | 'validate'> };
}

/** Seconds for which a card counts as saved after its holder saved it in the browser. */
const savedSeconds = 24 * 60 * 60;

/** Seconds for which a card stays claimed: as long as it counts as saved, and a day for slow registrations. */
const claimSeconds = 2 * savedSeconds;

/**
 * Checks a form's card before its address is looked up, so that known and unknown addresses are refused alike (SIGN-18). The card must exist, belong
 * to nobody, be accepted by its bank, and serve one form. @param requestHash of the form @returns its id at Stripe; undefined without a card @throws
 * CardError; UnavailableError while Stripe does not answer
 */
export async function checkCard(
  context: CardContext,
  purchase: Pick<RegisteringPurchase, 'paymentMethodId' | 'cardToken'>,
  holder: { readonly name: string; readonly email: string },
  requestHash: Buffer,
): Promise<string | undefined> {
  const { database, gateway } = context;
  try {
    const key = `sign-up-${requestHash.toString('base64url')}`;
    const made = purchase.cardToken ? await gateway.cards.createFromToken(purchase.cardToken, holder, key) : undefined;
    const id = made?.id ?? purchase.paymentMethodId;
    if (id === undefined) return undefined;
    const isOfThisForm = (form: Buffer | undefined) => form?.equals(requestHash) ?? false;
    // The same form again, perhaps concurrently: its card may be attached to its customer already.
    if (isOfThisForm(await findClaimingForm(database.query, id))) return id;
    if (!(await isUsable(context, id)) && !isOfThisForm(await findClaimingForm(database.query, id)))
      throw cardRefused();
    // In Stripe's test mode, these names create a new card at each use.
    if (id.startsWith('pm_card_')) return id;
    if (!isOfThisForm(await claimCard(database.query, { paymentMethodId: id, requestHash, lifeSeconds: claimSeconds })))
      throw cardRefused();
    return id;
  } catch (error) {
    if (error instanceof NotFoundError) throw new CardError({ key: 'signUp.cardUnknown' });
    throw error instanceof CardError || !isFinal(error) ? error : cardRefused();
  }
}

/**
 * Brand and last four digits of a visitor's card, for the review of the purchase (SIGN-51). Describes only a card that a browser saved in the last day and
 * that belongs to nobody, so that it reveals no customer's card. @returns null for any other card, and without one
 */
export async function describeVisitorCard(
  { gateway: { cards } }: Pick<CardContext, 'gateway'>,
  id: string | null | undefined,
): Promise<SignUpPreview['Card']> {
  if (!id) return null;
  try {
    const [{ card, customer }, isSaved] = await Promise.all([cards.retrieve(id), cards.isSaved(id, savedSince())]);
    return card && customer === null && isSaved ? { brand: cardBrand(card.brand), last4: card.last4 } : null;
  } catch (error) {
    // The quote does not depend on the card's name.
    if (error instanceof AppError) return null;
    throw error;
  }
}

const savedSince = () => Math.floor(Date.now() / 1000) - savedSeconds;

/**
 * Whether a card belongs to nobody and can be saved. Real cards are limited to a few tries an hour, because each try could reveal whether an address
 * is known.
 */
async function isUsable({ database, gateway: { cards } }: CardContext, id: string): Promise<boolean> {
  const { card, customer, livemode } = await cards.retrieve(id);
  if (customer !== null || !card) return false;
  if (livemode && card.fingerprint) await assertFewTries(database, card.fingerprint);
  if (!(await cards.isSaved(id, savedSince()))) await cards.validate(id);
  return true;
}

/** @throws CardError after too many forms with one card, whatever their outcome */
async function assertFewTries(database: Database, fingerprint: string): Promise<void> {
  const key = createHash('sha256').update(fingerprint).digest('base64url');
  if (!(await formsByCard.tryTake(database, key))) throw new CardError({ key: 'signUp.cardTried' });
}

const cardRefused = () => new CardError({ key: 'signUp.cardRefused' });
