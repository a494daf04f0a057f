/** Products activate and check with a Public token. A Secret token can also list, release and read usage (TOK-1). */
export const productTokenTypes = ['Public', 'Secret'] as const;
export type ProductTokenType = (typeof productTokenTypes)[number];

/** The expiration date of a token that never expires (TOK-4). */
export const neverExpires = '9999-01-01';

/** Maximum overlap in hours of a token and its replacement (TOK-7). */
export const maxOverlapHours = 720;

/** Maximum number of tokens of an account for a product, including unusable ones (TOK-3). */
export const maxProductTokens = 100;

/** Length of the prefix that identifies a token without granting access (TOK-2). */
export const tokenPrefixLength = 10;

/** The prefix of a token: its type, and six letters or digits (TOK-2). */
export const tokenPrefix = /^pt[ps]_[0-9A-Za-z]{6}/;
