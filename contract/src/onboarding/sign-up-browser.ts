// What the browser runs of the contract on the pages of the sign-up alone: all other pages load nothing of it.

export * from '../api/reference-data.ts';
export * from '../identity/password-strength.ts';
export * from './sign-up-form.ts';
