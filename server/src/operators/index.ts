export { operatorsDomain } from './domain.ts';
