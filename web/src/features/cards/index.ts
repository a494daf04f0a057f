export { CardNumber } from './components/card-face.tsx';
export { CardsCard } from './components/cards-card.tsx';
