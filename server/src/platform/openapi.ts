import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cachedDocument } from './cached-document.ts';
import type { Settings } from './settings.ts';

type Transform = typeof jsonSchemaTransform;

/** Adds the multipart forms of operations with a file, which are not in a route's schema. */
const withForms: Transform = (document) => {
  const transformed = withFiles(document);
  const operation = document.route.config?.operation;
  const form = operation?.multipart;
  if (!operation || !form) return transformed;
  const { properties = {}, required = [] } = operation.body
    ? z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' })
    : {};
  const file = { type: 'string', format: 'binary', description: form.tooLarge };
  const body = {
    type: 'object',
    required: [...required, ...(form.optional ? [] : [form.field])],
    properties: { ...properties, [form.field]: file },
  };
  return {
    ...transformed,
    schema: { ...transformed.schema, consumes: ['multipart/form-data'], body },
  };
};

/** Describes the response of an operation that returns a file as bytes. */
const withFiles: Transform = (document) => {
  const transformed = jsonSchemaTransform(document);
  if (!document.route.config?.operation?.file) return transformed;
  const { response } = transformed.schema as { response: Record<string, object> };
  const schema = { type: 'string', format: 'binary' };
  const content = { 'application/octet-stream': { schema } };
  const answer = { description: 'The bytes of the file', content };
  return {
    ...transformed,
    schema: { ...transformed.schema, response: { ...response, 200: answer } },
  };
};

const formattedText =
  'Formatted text (`contentMediaType: text/html`) is cleaned when it is saved. Removed elements are named in ' +
  'the header `X-Left-Out` of the response: "1 picture and 2 embedded pages were left out."';

/** OpenAPI 3.1 at `/api/openapi.json`, built once from the validation schemas; browsable at `/api/docs`. */
export const registerOpenApi = async (app: FastifyInstance, settings: Settings) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${settings.productName} API`, version: '1.0.0', description: formattedText },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: withForms,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { url: '/api/openapi.json' },
  });
  app.get(
    '/api/openapi.json',
    { schema: { hide: true } },
    cachedDocument(() => app.swagger()),
  );
};
