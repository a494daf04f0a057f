import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, lineOfText, listOf, pageQuery, rowId, rowIdParameter, utc } from '../api/values.ts';
import { mostOverlapHours, productTokenTypes } from './product-token-limits.ts';

/** How a token stands (TOK-5). All but `expired` and `disabled` work. */
export const productTokenState = z.enum(['active', 'expiresSoon', 'beingReplaced', 'expired', 'disabled']);
export type ProductTokenState = z.infer<typeof productTokenState>;

export const productToken = z.object({
  tokenId: rowId,
  /** Its first ten characters with dots; the whole token only in the answer that makes it (TOK-2). */
  token: z.string(),
  /** May be empty. */
  name: z.string(),
  created: utc,
  updated: utc,
  /** The last day (`YYYY-MM-DD`, in UTC) on which it works; `9999-01-01` never ends (TOK-4). */
  expirationDate: z.iso.date(),
  tokenType: z.enum(productTokenTypes),
  state: productTokenState,
  /** Until when it works beside the token that replaces it. Null unless it was replaced (TOK-7). */
  overlapEnds: utc.nullable(),
  /** Null unless it was disabled. */
  disabled: z
    .object({
      at: utc,
      /** Where it was found, as an operator reported it; null where the account disabled it itself (TOK-10). */
      leakReport: z.string().nullable(),
    })
    .nullable(),
  /** Null for a token that was never used. `version` is the product's, where it told one. */
  lastUse: z.object({ at: utc, version: z.string().nullable(), address: z.string() }).nullable(),
  /** The user's name; null for one who is gone. */
  createdBy: z.string().nullable(),
});
export type ProductToken = z.infer<typeof productToken>;

const ofProduct = z.object({ productId: catalogId });
const ofToken = ofProduct.extend({ tokenId: rowIdParameter });
const base = '/api/ProductsDashboard/{productId}';
/** The last day (`YYYY-MM-DD`, in UTC) on which a token works; `9999-01-01` or later never ends. */
const expirationDate = z.iso.date();
const name = lineOfText(100);

/** Tokens by which an account's products speak to the portal. */
export const productTokens = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/GetTokens`,
    summary: "The account's tokens of a product, the newest first",
    action: 'productTokens.view',
    params: ofProduct,
    query: pageQuery({ pageSize: 5, max: 100 }),
    response: listOf(productToken).extend({
      /** Why no token can be added now: the account never had the product, or it has as many tokens as it may (TOK-3). */
      addRefusal: z.enum(['notHeld', 'tooMany']).nullable(),
    }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: `${base}/AddToken`,
    summary: 'Makes a token. This answer alone has the whole token',
    action: 'productTokens.manage',
    params: ofProduct,
    body: z.object({ expirationDate, tokenType: z.enum(productTokenTypes).default('Secret'), name: name.default('') }),
    response: productToken,
    errors: ['Conflict'],
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/UpdateToken/{tokenId}`,
    summary: 'Changes until when a token works, and its name where one is given',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({ newExpirationDate: expirationDate, name: name.optional() }),
    response: productToken,
    errors: ['Conflict'],
  }),
  replace: defineEndpoint({
    method: 'POST',
    path: `${base}/ReplaceToken/{tokenId}`,
    summary:
      'Makes a token of the same type in place of another. Both work for some hours. This answer alone has it whole',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({
      overlapHours: z.int().min(0).max(mostOverlapHours),
      expirationDate,
      /** That of the replaced token where it is left out. */
      name: name.optional(),
    }),
    response: productToken,
    errors: ['Conflict'],
  }),
  endOverlap: defineEndpoint({
    method: 'PUT',
    path: `${base}/EndOverlap/{tokenId}`,
    summary: 'Ends at once the time in which a replaced token works beside its successor',
    action: 'productTokens.manage',
    params: ofToken,
    body: z.object({}).optional(),
    response: productToken,
    errors: ['Conflict'],
  }),
  disable: defineEndpoint({
    method: 'PUT',
    path: `${base}/Disable/{tokenId}`,
    summary: 'Disables a token for good',
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
