/** Maximum number of customers that a brand's sign-up shows (BRAND-9). */
export const maxShownCustomers = 12;

/** Maximum length of a shown customer's name, in characters. */
export const longestShownCustomer = 40;
