export { DefaultPermissionsCard } from './components/default-permissions-card.tsx';
export { DefaultProductsCard } from './components/default-products-card.tsx';
