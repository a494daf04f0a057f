export { useProfile } from './api/profile.ts';
export { ActivityCard } from './components/activity-card.tsx';
export { ConfirmationDialog } from './components/confirmation-dialog.tsx';
export { PasswordCard } from './components/password-card.tsx';
export { ProfileForm } from './components/profile-form.tsx';
export { SessionsCard } from './components/sessions-card.tsx';
export { UnlockedUntil } from './components/unlocked-until.tsx';
