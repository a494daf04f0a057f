export { useFound } from './api/find.ts';
export { SearchBox } from './components/search-box.tsx';
export { iconOf, useKindWords } from './kinds.ts';
export { targetOf } from './target.ts';
