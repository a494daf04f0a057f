/** Maximum number of customers that a brand's sign-up shows (BRAND-9). */
export const maxShownCustomers = 12;

/** Maximum length of such a customer's name, in characters. */
export const longestShownCustomer = 40;
