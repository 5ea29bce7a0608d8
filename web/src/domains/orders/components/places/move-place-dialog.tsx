import { Button, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { ApiError, sentenceOf } from '../../../../lib/api-error.ts';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { useFormats } from '../../../../lib/use-formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { useConfirm } from '../../../../ui/confirm.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { ListError } from '../../../../ui/list-states.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { lessonCode } from '../../../lessons/lesson-words.ts';
import { activeLessonsQuery, useMovePlace } from '../../places.api.ts';
import type { PlaceDialogProps, PlaceFormProps } from './place-dialog-props.ts';
import { lessonWords, ordersOf, resultWords, whoOf } from './place-words.ts';
import styles from '../small-dialogs.module.css';

/** Moves a student to another lesson of the class in one step; the orders that gave the place follow. */
export const MovePlaceDialog = ({ lesson, place, onClose }: PlaceDialogProps) => (
  <FreshForm record={place && { ...place, _id: place.student._id }}>
    {(shown, opened) => <Form lesson={lesson} place={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const placeOf = placeAmong(['to']);

const Form = ({ lesson, place, opened, onClose }: PlaceFormProps) => {
  const [to, setTo] = useState<string | null>(null);
  const lessons = useQuery({ ...activeLessonsQuery(lesson.class), staleTime: 0 });
  const others = (lessons.data ?? []).filter(({ _id }) => _id !== lesson._id);
  const labelOf = useLabel();
  const move = useMovePlace();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const who = whoOf(place);
  const target = others.find(({ _id }) => _id === to);
  const problems = problemsOfFailure(unlessAsked(move.error), placeOf);

  const submit = async (allowOverbook = false): Promise<void> => {
    if (!target || move.isPending) return;
    const body = { student: place.student._id, to: target._id, allow_overbook: allowOverbook };
    try {
      const { data } = await move.mutateAsync({ params: { id: lesson._id }, body });
      showSnackbar(resultWords(`Moved to ${lessonCode(target)}`, data.orders));
      onClose();
    } catch (error) {
      // Somebody else may have changed the place or the lessons: the lists should say so.
      void queryClient.invalidateQueries({ queryKey: ['lessons'] });
      if (isGone(error)) {
        showSnackbar(`${who} is no longer on this lesson`);
        onClose();
      } else if (isFull(error)) {
        const question = {
          title: 'Lesson full',
          message: sentenceOf(error),
          confirmLabel: 'Add anyway',
        };
        if (await confirm(question)) await submit(true);
      }
    }
  };

  return (
    <Dialog
      title="Move to another lesson"
      opened={opened}
      onClose={onClose}
      dirty={to !== null}
      busy={move.isPending}
      onSubmit={() => void submit()}
      primary={
        <Button
          type="submit"
          variant="filled"
          loading={move.isPending}
          disabled={target === undefined}
        >
          Move
        </Button>
      }
    >
      <div className={styles.fields}>
        {problems.form && <Banner tone="negative" title={problems.form} />}
        <p>
          <strong>{who}</strong> moves from {lessonWords(lesson)} to the lesson chosen here.
          {ordersOf(place).length > 0 &&
            ' The orders that gave the place hold that lesson instead; their prices stay.'}
        </p>
        {lessons.isError ? (
          <ListError
            what="The lessons could not be loaded"
            error={lessons.error}
            retry={() => void lessons.refetch()}
          />
        ) : (
          <Select
            label="Lesson"
            required
            searchable
            openOnFocus={false}
            data-autofocus
            placeholder={lessons.isPending ? 'Loading lessons' : 'Choose a lesson'}
            nothingFoundMessage={
              others.length === 0 ? 'This class has no other active lesson' : 'No lesson found'
            }
            data={others.map((other) => ({ value: other._id, label: labelOf(other) }))}
            value={to}
            onChange={(next) => {
              setTo(next);
              move.reset();
            }}
            error={problems.to}
          />
        )}
      </div>
    </Dialog>
  );
};

/** "T2 L6 Surds, Sat 14 Mar 2026, 14:00 (18 of 20)": what is searched and chosen by. */
const useLabel = () => {
  const { dateTime } = useFormats();
  return (lesson: LessonSummary) =>
    `${lessonWords(lesson)}, ${dateTime(lesson.scheduled_on)} (${lesson.seats} of ${lesson.max_cap})`;
};

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
const isFull = (error: unknown) => error instanceof ApiError && error.has('class_full');

/** What is told in another way than as the form's problem. */
const unlessAsked = (error: unknown) => (isFull(error) || isGone(error) ? null : error);
