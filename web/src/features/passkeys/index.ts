export { ConfirmWithPasskey } from './components/confirm-with-passkey.tsx';
export { PasskeyList } from './components/passkey-list.tsx';
export { PasskeyOffer } from './components/passkey-offer.tsx';
