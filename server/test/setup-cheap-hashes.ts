import { useLowestHashCost } from './hash-cost.ts';

// Not for files that replace modules: what is imported here is loaded before they replace it.
useLowestHashCost();
