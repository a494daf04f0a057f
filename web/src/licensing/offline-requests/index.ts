export { OfflineButton } from './components/offline-button.tsx';
