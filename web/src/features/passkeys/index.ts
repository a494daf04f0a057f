export { ConfirmWithPasskey } from './components/confirm-with-passkey.tsx';
export { PasskeyOffer } from './components/passkey-offer.tsx';
