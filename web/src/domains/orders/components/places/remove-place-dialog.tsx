import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { RosterPlace } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import { formatDay } from '../../../../lib/formats.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { useRemovePlace } from '../../places.api.ts';
import { OrderLinks } from './order-links.tsx';
import { lessonWords, removalFacts, resultWords, whoOf } from './place-words.ts';
import type { PlaceDialogProps, PlaceFormProps } from './place-dialog-props.ts';
import styles from '../small-dialogs.module.css';

/** Takes a student off a lesson; says first what happens to what gave the place. */
export const RemovePlaceDialog = ({ lesson, place, onClose }: PlaceDialogProps) => (
  <FreshForm record={place && { ...place, _id: place.student._id }}>
    {(shown, opened) => (
      <Question lesson={lesson} place={shown} opened={opened} onClose={onClose} />
    )}
  </FreshForm>
);

const Question = ({ lesson, place, opened, onClose }: PlaceFormProps) => {
  const { business_time_zone: zone } = useSettings();
  const remove = useRemovePlace();
  const queryClient = useQueryClient();
  const who = whoOf(place);

  const submit = () =>
    remove.mutate(
      { params: { id: lesson._id, studentId: place.student._id } },
      {
        onSuccess: ({ data }) => {
          showSnackbar(resultWords(`${who} removed`, data.orders));
          onClose();
        },
        onError: (error) => {
          // Somebody else may have changed the place: the list below should say so.
          void queryClient.invalidateQueries({ queryKey: ['lessons'] });
          if (!isGone(error)) return;
          showSnackbar(`${who} is no longer on this lesson`);
          onClose();
        },
      },
    );

  return (
    <Dialog
      title="Remove student"
      opened={opened}
      onClose={onClose}
      busy={remove.isPending}
      onSubmit={submit}
      primary={
        <Button type="submit" variant="danger" loading={remove.isPending}>
          Remove
        </Button>
      }
    >
      <div className={styles.fields}>
        {remove.error && !isGone(remove.error) && <Refusal error={remove.error} place={place} />}
        <p>
          <strong>{who}</strong> is taken off {lessonWords(lesson)}.
        </p>
        <ul className={styles.facts}>
          {removalFacts(place, (at) => formatDay(businessDayOf(at, zone))).map((fact, index) => (
            <li key={index}>{fact}</li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Why not; an order's only lesson leads to the order, where it can be cancelled. */
const Refusal = ({ error, place }: { error: Error; place: RosterPlace }) => (
  <Banner tone="negative" title={sentenceOf(error)}>
    {error instanceof ApiError && error.has('orders_only_lesson') && <OrderLinks place={place} />}
  </Banner>
);
