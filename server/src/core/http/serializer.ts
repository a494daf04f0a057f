import { createRequire } from 'node:module';
import type fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { z } from 'zod';

const require = createRequire(import.meta.url);

/**
 * Writes responses with a function generated from their contract, which omits undeclared fields and is faster than
 * JSON.stringify (WIRE-15).
 * @param strict for tests: parses each response and refuses undeclared fields (WIRE-15).
 */
export function createSerializer(strict: boolean): FastifySerializerCompiler<unknown> {
  return ({ schema, method, url, httpStatus }) => {
    const type = schema as z.ZodType;
    let write: ((value: unknown) => string) | undefined;
    return (value) => {
      if (strict) {
        const parsed = closed(type).safeParse(value);
        if (!parsed.success) {
          throw new Error(
            `${method} ${url} answered ${httpStatus} outside its contract: ${z.prettifyError(parsed.error)}`,
          );
        }
      }
      write ??= compile(type);
      return write(value);
    };
  };
}

/** Loads the library only at the first response, because it includes a validator that would delay the start. */
function compile(type: z.ZodType): (value: unknown) => string {
  return (require('fast-json-stringify') as typeof fastJsonStringify)(describe(type));
}

/** The JSON Schema of a type. A union with null becomes a nullable type, because writing a union tries each branch. */
function describe(type: z.ZodType): object {
  return z.toJSONSchema(type, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { anyOf } = jsonSchema;
      if (anyOf?.length !== 2) return;
      const other = anyOf.find((branch) => typeof branch === 'object' && branch.type !== 'null');
      if (!anyOf.some((branch) => typeof branch === 'object' && branch.type === 'null') || typeof other !== 'object')
        return;
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, other, { nullable: true });
    },
  });
}

/** The schema, with unknown fields of the outermost object refused. */
function closed(type: z.ZodType): z.ZodType {
  return type instanceof z.ZodObject && type.def.catchall === undefined ? type.strict() : type;
}
