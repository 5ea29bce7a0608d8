import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Settings } from './settings.ts';

/** OpenAPI 3.1 at `/api/openapi.json` from the schemas that validate, browsable at `/api/docs`. */
export const registerOpenApi = async (app: FastifyInstance, settings: Settings) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${settings.productName} API`, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
};
