export { TokensCard } from './components/tokens-card.tsx';
