export { ProviderTable } from './components/provider-table.tsx';
