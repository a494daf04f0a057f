export { cardsKey, cardsQuery, type SavedCard, useCards } from './api/list-cards.ts';
export { mayAddCards } from './card-rules.ts';
export { AddCardButton } from './components/add-card-button.tsx';
export { CardExpiry, CardNumber } from './components/card-face.tsx';
export type { CardBillingDetails } from './components/card-form.tsx';
export {
  CardPicker,
  type CardPickerHandle,
  type CardPickerProps,
  cardPickerWarmUp,
} from './components/card-picker.tsx';
export { CardTable } from './components/card-table.tsx';
