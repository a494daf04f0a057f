/** The password of all demo users. It is not a secret: the sign-in page shows it. */
export const demonstrationPassword = 'Portico-demo-1';
