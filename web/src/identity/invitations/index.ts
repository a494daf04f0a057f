export { InvitationCard } from './components/invitation-card.tsx';
export { InvitationTable } from './components/invitation-table.tsx';
