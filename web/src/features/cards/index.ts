export { cardsKey, cardsQuery, type SavedCard, useCards } from './api/list-cards.ts';
export { CardExpiry, CardNumber } from './components/card-face.tsx';
export type { CardBillingDetails } from './components/card-form.tsx';
export {
  CardPicker,
  type CardPickerHandle,
  type CardPickerProps,
  warmUpCardPicker,
} from './components/card-picker.tsx';
export { CardsCard } from './components/cards-card.tsx';
