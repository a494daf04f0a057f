/** Customers that a brand's sign-up names at most (BRAND-9). */
export const mostShownCustomers = 12;

/** Characters of such a customer's name at most. */
export const longestShownCustomer = 40;
