import { listEndpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { flag, list, text, timeRange } from '../parameters.ts';

export const eventEndpoints = [
  listEndpoint(
    '/v1/events',
    'event',
    { created: timeRange(), delivery_success: flag(), type: text(), types: list(text(), 20) },
    ({ parameters }) => {
      const { type, types = type === undefined ? undefined : [type] } = parameters;
      if (parameters.types !== undefined && type !== undefined) {
        throw invalidRequest('You may pass either `type` or `types`, but not both.', { param: 'types' });
      }
      const exact = types?.filter((name) => !name.includes('*')) ?? [];
      const patterns = types?.filter((name) => name.includes('*')) ?? [];
      return {
        ...(patterns.length > 0
          ? { like: { type: [...exact, ...patterns].map((name) => name.replaceAll('_', '\\_').replaceAll('*', '%')) } }
          : {}),
        match: patterns.length === 0 && types !== undefined ? { type: types } : {},
        isDelivered: parameters.delivery_success,
        times: { created: parameters.created },
      };
    },
  ),
];
