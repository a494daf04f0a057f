import { singleSignOn as endpoints } from '@portico/contract';
import { type Route, routesOf } from '../../core/http/route.ts';
import { previewMapping } from './preview.ts';
import { getTest, getTests, startTest, type TestsContext } from './tests.ts';

/** Test sign-ins of an account's provider, and what its mappings make of a token. */
export function testRoutes(context: TestsContext): Route[] {
  const route = routesOf(context);
  return [
    route(endpoints.startTest, ({ context, params, body, reply }) =>
      startTest(context, { id: params.id, draft: body?.settings }, reply),
    ),
    route(endpoints.test, ({ context, params }) => getTest(context, params.id, params.testId)),
    route(endpoints.tests, ({ context, params }) => getTests(context, params.id)),
    route(endpoints.previewMapping, ({ context, params, body }) => previewMapping(context, params.id, body.token)),
  ];
}
