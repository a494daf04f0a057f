export { useActingTarget } from './api/act-as.ts';
export { ActAsButton } from './components/act-as-button.tsx';
