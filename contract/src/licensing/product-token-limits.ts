/** Products activate and check with a Public one; a Secret one also lists, releases and reads usage (TOK-1). */
export const productTokenTypes = ['Public', 'Secret'] as const;
export type ProductTokenType = (typeof productTokenTypes)[number];

/** The date of a token that never expires (TOK-4). */
export const neverExpires = '9999-01-01';

/** Hours for which a token and the one that replaces it may both work (TOK-7). */
export const mostOverlapHours = 720;

/** Tokens that an account may have of one product, also those that do not work any more (TOK-3). */
export const mostProductTokens = 100;

/** Characters of a token that name it without opening anything (TOK-2). */
export const tokenPrefixLength = 10;

/** How a token begins: its type, and six letters or digits (TOK-2). */
export const tokenPrefix = /^pt[ps]_[0-9A-Za-z]{6}/;
