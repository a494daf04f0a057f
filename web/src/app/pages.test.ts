import { paths } from '@portico/contract/browser';
import { expect, it } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { isOperatorAddress, loadOperatorParts } from './operators/load-parts.ts';
import { createAppRouter } from './router.tsx';

const listPaths = () => {
  const { routesByPath } = createAppRouter(createQueryClient());
  const routes = Object.keys(routesByPath).map((path) => path.replace(/(.)\/$/, '$1'));
  return [...new Set(routes)].filter((path) => path !== '/$').sort();
};

it("the router has one route for each path of the contract, and adds operators' routes when an operators' page is first opened", async () => {
  const known: string[] = Object.values(paths);
  await loadOperatorParts(paths.profile);
  const ofAll = listPaths();
  const ofOperators = known.filter((path) => !ofAll.includes(path));
  expect(known.filter(isOperatorAddress)).toEqual(ofOperators);
  await loadOperatorParts(paths.stripeMirror.toLowerCase());
  expect(listPaths()).toEqual(known.toSorted());
});
