/** Texts about product tokens, in English. */
export const productTokensEn = {
  'productTokens.notHeld': 'Your account has never had this product, so that no token can be made for it.',
  'productTokens.tooMany':
    'An account has at most {most, number} tokens of a product. Delete one that does not work any more.',
  'productTokens.notWorking': 'This token does not work any more. Add a new one.',
  'productTokens.beingReplaced': 'Another token takes the place of this one already.',
  'productTokens.notReplaced': 'There is no time to end: no other token takes the place of this one.',
  'productTokens.datePast': 'Choose a day that is not past. Days are counted in UTC.',
} as const;
