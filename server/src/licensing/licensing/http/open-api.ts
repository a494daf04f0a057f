import {
  commonLicensingCodes,
  type LicensingCall,
  licensing,
  licensingEnvelope,
  licensingPath,
  licensingProblem,
  licensingStatuses,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Publishes the OpenAPI document of these calls (LIC-4). */
export function publishOpenApi(app: FastifyInstance, version: string): void {
  let document: string | undefined;
  app.get(`${licensingPath}openapi.json`, { schema: { hide: true } as object }, async (_request, reply) => {
    document ??= JSON.stringify(describe(version));
    return reply
      .type('application/json')
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .send(document);
  });
}

function describe(version: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portico licensing API',
      version,
      description:
        'Calls of products, proved by a product token. Every answer is signed: docs/licensing.md has the protocol and explains each code.',
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: describeSchema(licensingProblem, 'output') },
    },
    security: [{ token: [] }],
    paths: Object.fromEntries(
      Object.values(licensing).map((call: LicensingCall) => [
        `${licensingPath}${call.call}`,
        { post: describeOperation(call) },
      ]),
    ),
  };
}

function describeOperation({ call, summary, token, body, response, codes }: LicensingCall): object {
  const byStatus = Map.groupBy([...commonLicensingCodes, ...codes], (code) => licensingStatuses[code]);
  const signed = {
    'Licensing-Signature': { description: 'keyId and Ed25519 signature of the answer', schema: { type: 'string' } },
  };
  const problems = [...byStatus].map(([status, named]) => [
    status,
    { description: named.join(', '), headers: signed, content: jsonContent({ $ref: '#/components/schemas/Problem' }) },
  ]);
  return {
    operationId: call,
    summary: token === 'secret' ? `${summary} (secret tokens)` : summary,
    requestBody: { required: true, content: jsonContent(describeSchema(body, 'input')) },
    responses: {
      200: {
        description: 'Done',
        headers: signed,
        content: jsonContent(describeSchema(response.extend(licensingEnvelope.shape), 'output')),
      },
      ...Object.fromEntries(problems),
    },
  };
}

const jsonContent = (schema: object) => ({ 'application/json': { schema } });

function describeSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}
