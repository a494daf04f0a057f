import { paths } from '@portico/contract/browser';
import { expect, it } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { createAppRouter } from './router.tsx';

it('has a route for each path that the server knows, and no other', () => {
  const { routesByPath } = createAppRouter(createQueryClient());
  const routes = Object.keys(routesByPath).map((path) => path.replace(/(.)\/$/, '$1'));
  const known: string[] = Object.values(paths);
  expect([...new Set(routes)].filter((path) => path !== '/$').sort()).toEqual(known.sort());
});
