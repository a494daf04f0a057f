// The parts of the contract that run in the browser only on sign-up pages. No other page loads them.

export * from '../api/reference-data.ts';
export * from '../catalog/points-of-sale.ts';
export * from '../identity/password-strength.ts';
export * from './sign-up-form.ts';
