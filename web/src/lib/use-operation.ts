import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnyOperation, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { useState } from 'react';
import { callOperation, type CallInput } from './api-client.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import type { Domain } from './query-keys.ts';

type Options<O extends AnyOperation> = {
  /** Domains to refetch after a success. */
  refreshes?: readonly Domain[];
  onSuccess?: (response: ResponseOf<O>, input: CallInput<O>) => void;
  onError?: (error: Error, input: CallInput<O>) => void;
};

/** A writing operation as a mutation; idempotent ones send a key (idempotency-keys.ts). */
export const useOperation = <O extends AnyOperation>(operation: O, options: Options<O> = {}) => {
  const queryClient = useQueryClient();
  const [keys] = useState(() => new IdempotencyKeys());

  return useMutation<ResponseOf<O>, Error, CallInput<O>>({
    mutationKey: [operation.name],
    mutationFn: async (input) => {
      if (!operation.idempotent) return callOperation(operation, input);
      try {
        const response = await callOperation(operation, input, {
          idempotencyKey: keys.keyFor(input),
        });
        keys.settle();
        return response;
      } catch (error) {
        keys.settle(error);
        throw error;
      }
    },
    onSuccess: (response, input) => {
      options.onSuccess?.(response, input);
      // Home shows data of every domain.
      for (const domain of [...(options.refreshes ?? []), 'home'])
        void queryClient.invalidateQueries({ queryKey: [domain] });
    },
    onError: (error, input) => options.onError?.(error, input),
  });
};
