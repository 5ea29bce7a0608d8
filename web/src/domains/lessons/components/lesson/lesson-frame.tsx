import { Button } from '@mantine/core';
import { IconPencil, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { KeyHint } from '../../../../ui/key-hint.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { StatusChip, Tag } from '../../../../ui/status-chip.tsx';
import { useShortcut } from '../../../../ui/use-shortcut.ts';
import { lessonCode, lessonTopic } from '../../lesson-words.ts';

type Props = {
  lesson: Lesson;
  onEdit: () => void;
  onAdd: () => void;
  children: ReactNode;
};

/** The head of a lesson's page: the way there, its name and state, what can be done with it (picture 06). */
export const LessonFrame = ({ lesson, onEdit, onAdd, children }: Props) => {
  const { manage } = lesson.abilities;
  useShortcut('e', 'Edit', onEdit, { enabled: manage });
  return (
    <Page
      title={lessonTopic(lesson)}
      beside={
        <>
          <Tag>{lessonCode(lesson)}</Tag>
          {lesson.is_completed && <StatusChip tone="green">Completed</StatusChip>}
          {!lesson.is_active && <StatusChip tone="grey">Inactive</StatusChip>}
          {!lesson.is_released && <StatusChip tone="orange">Not released</StatusChip>}
        </>
      }
      breadcrumb={[
        { label: 'Online Class', to: '/course' },
        { label: lesson.class_obj.name, to: `/course/${lesson.class}` },
        { label: lessonCode(lesson) },
      ]}
      secondary={
        manage && (
          <Button
            leftSection={<IconPencil size={17} stroke={1.7} />}
            rightSection={<KeyHint keys="E" />}
            onClick={onEdit}
          >
            Edit
          </Button>
        )
      }
      primary={
        manage && (
          <PrimaryButton icon={<IconUserPlus size={17} stroke={1.7} />} onClick={onAdd}>
            Add Students
          </PrimaryButton>
        )
      }
    >
      {children}
    </Page>
  );
};
