import { Button, Flex, Group, Stack, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleOff,
  IconFolderUp,
  IconList,
  IconPencil,
} from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import {
  classTypes,
  listClasses,
  subjects,
  type ClassSummary,
} from 'staffroom-contract/domains/classes/classes.contract.ts';
import { materialFolderIds } from 'staffroom-contract/domains/homework/material-folders.ts';
import { formatLevel, levelTags } from 'staffroom-contract/shared/levels.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { defineList, firstPage } from '../../kit/list/define-list.ts';
import { choice, recordChoice } from '../../kit/list/filters.tsx';
import { CardRows } from '../../kit/list/card-rows.tsx';
import { ListPage, type Column, type RowActions } from '../../kit/list/list.tsx';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan, useMayOpen } from '../../lib/use-can.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Tags } from '../../ui/status-chip.tsx';
import {
  datesWords,
  deactivateQuestion,
  flagWords,
  levelAndSubjectWords,
  scheduleWords,
} from '../../domains/classes/class-words.ts';
import { useRefusalQuestion } from '../../domains/lessons/lesson-questions.ts';
import { useTutorChoices } from '../../domains/users/users.api.ts';
import { refreshedByClasses, useUpdateClass } from '../../domains/classes/classes.api.ts';

// Loaded lazily: the form is large and rarely needed for the first view of the list.
const ClassForm = lazyForm(
  async () => (await import('../../domains/classes/class-form.tsx')).ClassForm,
);

const UploadDialog = lazyForm(
  async () => (await import('../../domains/homework/upload/upload-dialog.tsx')).UploadDialog,
);

const classList = defineList({
  operation: listClasses,
  nouns: ['class', 'classes'],
  pageSize: 10,
  search: { label: 'Class name', field: 'name' },
  sort: {
    default: ['updated', 'desc'],
    columns: ['name', 'start_date', 'rate', 'max_cap', 'updated'],
  },
  filters: {
    subject: choice(subjects, { label: 'Subject' }),
    level: choice(levelTags, { label: 'Level', words: formatLevel }),
    type: choice(classTypes, { label: 'Type', where: (type) => ({ class_type: type }) }),
    tutor: recordChoice(useTutorChoices, {
      label: 'Tutor',
      // Tutors see only their own classes and cannot look up others.
      useShown: () => useMayOpen()('/user'),
    }),
    ended: choice(['Not ended'], {
      label: 'End',
      where: () => ({ end_date: { gt: 'now' } }),
    }),
    state: choice(['Active', 'Inactive'], {
      label: 'State',
      where: (state) => ({ is_active: state === 'Active' }),
    }),
  },
  empty: { none: 'No classes found', search: 'No class found matching that name' },
});

/** Classes: search, view lessons, add, edit, activate and deactivate (part 1 §2). */
const ClassList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { business_time_zone: zone } = useSettings();
  const canManage = useCan('course.canManage');
  const { toggle, problem } = useToggleClass();
  const go = (next: typeof search) => void navigate({ search: next });
  const edit = (id: string) => go({ ...search, class: id });
  const { dialog, class: edited, folder, run, ...shown } = search;
  const close = () => navigate({ search: shown, replace: true });
  const openCreated = async ({ _id: classId }: { _id: string }) => {
    // Close the form first, or leaving the page would warn about unsaved input.
    await close();
    await navigate({ to: '/course/$classId', params: { classId } });
  };
  const actions = actionsOf(canManage && { edit, toggle });
  const isNarrow = useNarrow();
  const form = dialog === 'create' ? 'new' : (edited ?? null);

  return (
    <ListPage
      title="Classes"
      list={classList}
      address={search}
      onAddress={go}
      columns={columnsOf(zone)}
      lines={2}
      actions={actions}
      render={
        isNarrow
          ? (rows) => (
              <CardRows
                {...rows}
                renderRow={(row: ClassSummary) => <ClassCard row={row} actions={actions.of(row)} />}
                skeleton={<CardSkeletons />}
              />
            )
          : undefined
      }
      problem={problem}
      secondary={
        canManage && (
          <Button
            leftSection={<IconFolderUp size={17} stroke={1.7} />}
            onClick={() => go({ ...search, dialog: 'upload' })}
          >
            Upload all material and homework
          </Button>
        )
      }
      primary={
        canManage && {
          label: 'Add New Class',
          onClick: () => go({ ...search, dialog: 'create' }),
        }
      }
    >
      <ClassForm
        askAfter={useRefusalQuestion()}
        open={canManage ? form : null}
        onCreated={(created) => void openCreated(created)}
        onClose={() => void close()}
      />
      <UploadDialog
        open={canManage && dialog === 'upload' ? (run ?? folder ?? 'new') : null}
        folder={folder}
        run={run}
        onGo={(step) => go({ ...search, ...step })}
        onClose={() => void close()}
      />
    </ListPage>
  );
};

/** A class on a phone: name, schedule with tutors, level and subject with what is unusual, and the menu. */
const ClassCard = ({ row, actions }: { row: ClassSummary; actions: readonly RowAction[] }) => (
  <Group align="flex-start" px="md" py="sm" style={{ borderBottom: '1px solid var(--line)' }}>
    <Stack gap={2} flex={1} miw={0} variant="meta" c="dimmed">
      <Text component="div" variant="title" c="bright">
        <RecordLink to="class" id={row._id} name={row.name} />
      </Text>
      <Text inherit truncate c="secondary">
        {[scheduleWords(row.schedule), row.tutor.map(({ name }) => name || '–').join(', ')]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Flex rowGap={2} columnGap="sm" align="center" wrap="wrap">
        {levelAndSubjectWords(row)}
        <Tags words={flagWords(row)} />
      </Flex>
    </Stack>
    <RowMenu of={row.name} actions={actions} />
  </Group>
);

const CardSkeletons = () => (
  <Stack gap={33} p="md" pt="lg">
    {Array.from({ length: 8 }, (_, index) => (
      <Stack key={index} gap={10}>
        <SkeletonBar width={75 - ((index * 17) % 30)} />
        <SkeletonBar width={50 - ((index * 7) % 15)} height={8} />
        <SkeletonBar width={65 - ((index * 11) % 25)} height={8} />
      </Stack>
    ))}
  </Stack>
);

/** Columns of the class list (part 1 §2, Class list). */
const columnsOf = (zone: string): Column<ClassSummary>[] => [
  {
    key: 'name',
    header: 'Class',
    width: 268,
    sortBy: 'name',
    lead: true,
    text: (row) => `${row.name}, ${levelAndSubjectWords(row)}`,
    render: (row) => (
      <TwoLines
        first={<RecordLink to="class" id={row._id} name={row.name} />}
        second={levelAndSubjectWords(row)}
      />
    ),
  },
  { key: 'type', header: 'Type', width: 116, text: (row) => row.class_type },
  {
    key: 'dates',
    header: 'Dates',
    width: 190,
    sortBy: 'start_date',
    figures: true,
    text: (row) => `${datesWords(row, zone)}, ${scheduleWords(row.schedule)}`,
    render: (row) => (
      <TwoLines first={datesWords(row, zone)} second={scheduleWords(row.schedule)} />
    ),
  },
  {
    key: 'tutors',
    header: 'Tutors',
    width: 136,
    text: ({ tutor }) => tutor.map(({ name }) => name || '–').join(', ') || '–',
  },
  {
    key: 'rate',
    header: 'Rate',
    width: 100,
    sortBy: 'rate',
    align: 'right',
    text: ({ rate, currency }) => formatMoney(rate, currency),
  },
  {
    key: 'max_cap',
    header: 'Seats',
    width: 74,
    sortBy: 'max_cap',
    align: 'right',
    text: ({ max_cap: seats }) => seats.toLocaleString('en-SG'),
  },
  {
    key: 'flags',
    header: 'Flags',
    width: 96,
    text: (row) => flagWords(row).join(', '),
    render: (row) => <Tags words={flagWords(row)} />,
  },
  {
    key: 'updated',
    header: 'Updated',
    width: 108,
    sortBy: 'updated',
    figures: true,
    render: ({ updated }) => <DayOf at={updated} />,
  },
];

type Acts = { edit: (classId: string) => void; toggle: (tuitionClass: ClassSummary) => void };

/** Row actions: View Lessons for all users, the rest for managers (part 1 §2, Class list). */
const actionsOf = (acts: Acts | false): RowActions<ClassSummary> => ({
  nameOf: ({ name }) => name,
  of: (row) => [
    {
      label: 'View Lessons',
      icon: IconList,
      link: { to: '/course/$classId', params: { classId: row._id } },
    },
    ...(acts
      ? [
          { label: 'Edit Class', icon: IconPencil, onClick: () => acts.edit(row._id) },
          {
            label: row.is_active ? 'Deactivate' : 'Activate',
            icon: row.is_active ? IconCircleOff : IconCircleCheck,
            onClick: () => acts.toggle(row),
          },
        ]
      : []),
  ],
});

/** Activates a class, or deactivates it after a question; `problem` is the reason of the last refusal. */
const useToggleClass = () => {
  const { mutateAsync } = useUpdateClass();
  const { act, problem } = useRowAct(refreshedByClasses);
  const toggle = (tuitionClass: ClassSummary) => {
    const { _id: id, name, is_active: isActive } = tuitionClass;
    void act({
      question: isActive && deactivateQuestion(tuitionClass),
      run: () => mutateAsync({ params: { id }, body: { is_active: !isActive } }),
      done: `${name} ${isActive ? 'deactivated' : 'activated'}`,
      refused: (error) => `${name} was not changed. ${sentenceOf(error)}`,
    });
  };
  return { toggle, problem };
};

export const Route = createFileRoute('/_signed-in/course')({
  validateSearch: classList.address.extend({
    /** Id of the class whose form is open. */
    class: optionalInAddress(z.uuid()),
    dialog: optionalInAddress(z.enum(['create', 'upload'])),
    /** The folder previewed in the upload dialog, and the run whose progress it shows. */
    folder: optionalInAddress(z.enum(materialFolderIds)),
    run: optionalInAddress(z.uuid()),
  }),
  staticData: { prefetch: firstPage(classList) },
  component: ClassList,
});
