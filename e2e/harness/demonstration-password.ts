/** The password of everybody in the demonstration: no secret, as the sign-in page shows it. */
export const demonstrationPassword = 'Portico-demo-1';
