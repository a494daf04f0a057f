export { MessageTable } from './components/message-table.tsx';
