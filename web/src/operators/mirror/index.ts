export { Mirror } from './components/mirror.tsx';
