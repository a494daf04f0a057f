import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, day, lineOfText, listSchema, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';
import { maxOverlapHours, productTokenTypes } from './product-token-limits.ts';

/** The state of a token (TOK-5). All except `expired` and `disabled` work. */
export const productTokenState = z.enum(['active', 'expiresSoon', 'beingReplaced', 'expired', 'disabled']);
export type ProductTokenState = z.infer<typeof productTokenState>;

export const productToken = z.object({
  tokenId: rowId,
  /**
   * The token's first ten characters with dots. Only the response that creates the token contains all of it (TOK-2).
   */
  token: z.string(),
  /** May be empty. */
  name: z.string(),
  created: utc,
  updated: utc,
  /** The last day (`YYYY-MM-DD`, in UTC) on which the token works; `9999-01-01` for never (TOK-4). */
  expirationDate: z.iso.date(),
  tokenType: z.enum(productTokenTypes),
  state: productTokenState,
  /** Until when the token works in parallel with its replacement. Null unless it was replaced (TOK-7). */
  overlapEnds: utc.nullable(),
  /** Null unless the token was disabled. */
  disabled: z
    .object({
      at: utc,
      /** Where the token was found, as an operator reported; null if the account disabled it (TOK-10). */
      leakReport: z.string().nullable(),
    })
    .nullable(),
  /** Null for a token that was never used. `version` is the product's, if reported. */
  lastUse: z.object({ at: utc, version: z.string().nullable(), address: z.string() }).nullable(),
  /** The user's name; null if the user was deleted. */
  createdBy: z.string().nullable(),
});
export type ProductToken = z.infer<typeof productToken>;

const ofProduct = z.object({ productId: catalogId });
const ofToken = ofProduct.extend({ tokenId: rowIdParameter });
const base = '/api/ProductsDashboard/{productId}';
/** The last day (`YYYY-MM-DD`, in UTC) on which a token works; `9999-01-01` or later for never. */
const expirationDate = day;
const name = lineOfText(100);

/** Tokens with which an account's products call the portal. */
export const productTokens = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/GetTokens`,
    summary: "The account's tokens of a product, newest first",
    action: 'productTokens.view',
    params: ofProduct,
    query: pageQuery({ pageSize: 5, max: 100 }),
    response: listSchema(productToken).extend({
      /**
       * Why no token can be added now: the account never had the product, or has the maximum number of tokens (TOK-3).
       */
      addRefusal: z.enum(['notHeld', 'tooMany']).nullable(),
    }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: `${base}/AddToken`,
    summary: 'Creates a token. Only this response contains the whole token',
    action: 'productTokens.manage',
    params: ofProduct,
    body: z.object({ expirationDate, tokenType: z.enum(productTokenTypes).default('Secret'), name: name.default('') }),
    response: productToken,
    errors: ['Conflict', 'ConfirmationRequired'],
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/UpdateToken/{tokenId}`,
    summary: 'Changes the last day of a token, and its name if one is given',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({ newExpirationDate: expirationDate, name: name.optional() }),
    response: productToken,
    errors: ['Conflict', 'ConfirmationRequired'],
  }),
  replace: defineEndpoint({
    method: 'POST',
    path: `${base}/ReplaceToken/{tokenId}`,
    summary:
      'Replaces a token by a new one of the same type. Both work for some hours. Only this response contains the whole token',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({
      overlapHours: z.int().min(0).max(maxOverlapHours),
      expirationDate,
      /** The default is the name of the replaced token. */
      name: name.optional(),
    }),
    response: productToken,
    errors: ['Conflict', 'ConfirmationRequired'],
  }),
  endOverlap: defineEndpoint({
    method: 'PUT',
    path: `${base}/EndOverlap/{tokenId}`,
    summary: 'Ends the overlap in which a replaced token works beside its successor',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({}).optional(),
    response: productToken,
    errors: ['Conflict'],
  }),
  disable: defineEndpoint({
    method: 'PUT',
    path: `${base}/Disable/{tokenId}`,
    summary: 'Disables a token permanently',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({}).optional(),
    response: productToken,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/DeleteToken/{tokenId}`,
    summary: 'Deletes a token',
    action: 'productTokens.manage',
    params: ofToken,
    response: z.object({}),
  }),
};
