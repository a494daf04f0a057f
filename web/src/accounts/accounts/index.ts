export { useAccount } from './api/account.ts';
export { AccountCard } from './components/account-card.tsx';
export { AccountStateButton, AccountTags, DisabledNotice } from './components/account-state.tsx';
export { NotesCard } from './components/notes-card-lazy.ts';
