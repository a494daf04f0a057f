export { StripeMirror } from './components/stripe-mirror.tsx';
