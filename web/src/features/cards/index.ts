export { cardsQuery, useCards } from './api/list-cards.ts';
export { CardPicker, type CardPickerHandle, type CardPickerProps } from './components/card-picker.tsx';
