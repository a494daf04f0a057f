export { useFound } from './api/find.ts';
export { LateSearchBox } from './components/search-box-late.tsx';
export { iconOf, useKindWords } from './kinds.ts';
export { targetOf } from './target.ts';
