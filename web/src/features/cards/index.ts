export { cardsKey, cardsQuery, type SavedCard, useCards } from './api/list-cards.ts';
export { CardExpiry, CardNumber, useBrandName } from './components/card-face.tsx';
export type { CardBillingDetails } from './components/card-form.tsx';
export { CardPicker, type CardPickerHandle, type CardPickerProps } from './components/card-picker.tsx';
