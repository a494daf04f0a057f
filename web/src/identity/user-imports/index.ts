export { UserImport } from './components/user-import.tsx';
