import { z } from 'zod';
import { defineEndpoint } from '../api/endpoint.ts';
import { catalogId, lineOfText, listSchema, pageQuery, rowId, utc } from '../api/values.ts';
import { productTokenTypes, tokenPrefix, tokenPrefixLength } from './product-token-limits.ts';
import { productTokenState } from './product-tokens.ts';

/** A token as operators see it, without the secret part. */
export const reportedToken = z.object({
  tokenId: rowId,
  /** The token's first ten characters. */
  prefix: z.string(),
  name: z.string(),
  tokenType: z.enum(productTokenTypes),
  state: productTokenState,
  account: z.object({ id: rowId, name: z.string() }),
  productId: catalogId,
  productName: z.string(),
  created: utc,
  /** Null for a token that was never used. */
  lastUsed: utc.nullable(),
  /** Null unless the token was disabled. */
  disabledAt: utc.nullable(),
  /** Where the token was found; null unless an operator reported it. */
  leakReport: z.string().nullable(),
});
export type ReportedToken = z.infer<typeof reportedToken>;

/** The prefix of a token. The browser never sends a whole one (TOK-10). */
const prefix = z.string().length(tokenPrefixLength).regex(tokenPrefix);
const base = '/api/Operator/LeakedTokens';

/** Publicly leaked tokens, which operators disable. */
export const leakedTokens = {
  listLeaked: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'The tokens that were reported, latest first',
    action: 'operator.tokens',
    query: pageQuery({ pageSize: 10, max: 400 }),
    response: listSchema(reportedToken),
  }),
  findReported: defineEndpoint({
    method: 'GET',
    path: `${base}/{prefix}`,
    summary: 'The token with a prefix',
    action: 'operator.tokens',
    params: z.object({ prefix }),
    response: reportedToken,
  }),
  reportLeak: defineEndpoint({
    method: 'POST',
    path: `${base}/{prefix}/Report`,
    summary: "Disables a leaked token, and mails the account's admins where it was found",
    action: 'operator.reportTokens',
    params: z.object({ prefix }),
    body: z.object({
      /** Where the token was found. The account's admins can read this. */
      leakReport: lineOfText(300, 1),
    }),
    response: reportedToken,
  }),
};
