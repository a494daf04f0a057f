export { CardNumber } from './components/card-face.tsx';
