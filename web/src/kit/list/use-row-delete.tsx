import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { AnyOperation, Operation } from 'staffroom-contract/shared/operation.ts';
import type { idParams } from 'staffroom-contract/shared/record.ts';
import type { z } from 'zod';
import { sentenceOf } from '../../lib/api-error.ts';
import { useOperation } from '../../lib/use-operation.ts';
import type { RowAction } from '../../ui/row-menu.tsx';
import { useRowAct } from './use-row-act.tsx';

type Deletes = Operation<typeof idParams, z.ZodUndefined, z.ZodUndefined>;

/** The row's record, by the name that staff use; `effect` says what is lost, in a sentence after "will be deleted". */
type Row = { id: string; name: string; effect: string };

/** Deletes the record of a row after a question; `noun` names it: "holiday". */
export const useRowDelete = (
  noun: string,
  { remove, list }: { remove: Deletes; list: AnyOperation },
) => {
  const client = useQueryClient();
  const { act } = useRowAct([remove.domain]);
  const { mutateAsync } = useOperation(remove, {
    // Only the list: the deleted record must not be refetched.
    onSuccess: () => void client.invalidateQueries({ queryKey: [list.domain, list.name] }),
  });
  return ({ id, name, effect }: Row) =>
    void act({
      question: {
        title: `Delete this ${noun}?`,
        message: `“${name}” will be deleted${effect}`,
        confirmLabel: 'Delete',
        danger: true,
      },
      run: () => mutateAsync({ params: { id } }),
      done: `${name} deleted`,
      refused: (error) => `“${name}” was not deleted. ${sentenceOf(error)}`,
    });
};

/** The action that deletes a row, apart from its other actions. */
export const deleteAction = (onClick: () => void): RowAction => ({
  label: 'Delete',
  icon: IconTrash,
  apart: true,
  danger: true,
  onClick,
});
