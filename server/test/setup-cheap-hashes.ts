import { useLowestHashCost } from './hash-cost.ts';

// Not for files that mock modules, because the imports here are loaded before they are mocked.
useLowestHashCost();
