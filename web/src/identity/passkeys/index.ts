export { ConfirmWithPasskey } from './components/confirm-with-passkey.tsx';
export { PasskeyOffer } from './components/passkey-offer.tsx';
export { SetUpPasskey } from './components/set-up-passkey.tsx';
