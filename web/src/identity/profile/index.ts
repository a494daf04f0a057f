export { useProfile } from './api/profile.ts';
export { ConfirmationDialog } from './components/confirmation-dialog.tsx';
