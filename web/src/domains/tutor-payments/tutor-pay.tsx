import { Button, Flex, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPrinter } from '@tabler/icons-react';
import {
  readTutorPay,
  setTutorRate,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { downloadList } from '../../lib/download.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { formatCount } from '../../lib/formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { BottomBar } from '../../ui/bottom-bar.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ListEmpty, listStateOf, ListStates } from '../../ui/list-states.tsx';
import { MonthPicker } from '../../ui/month-picker.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelFooter, PanelHeader, PanelScroll } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { RateActs } from './month-lesson-parts.tsx';
import { MonthLessons, MonthLessonsSkeleton } from './month-lessons.tsx';
import { stateWords } from './run-words.ts';
import { sumWords } from './pay-words.ts';
import { OpenRun } from './open-run.tsx';
import { MonthSide } from './month-side.tsx';
import {
  firstMonth,
  monthIn,
  payInput,
  payQuery,
  runsOfMonthQuery,
  type PaySearch,
} from './tutor-pay-address.ts';
import { TutorSelect } from './tutor-select.tsx';

const AdjustmentDialog = lazyForm(
  async () => (await import('./adjustment-dialog.tsx')).AdjustmentDialog,
);
const RateDialog = lazyForm(async () => (await import('./rate-dialog.tsx')).RateDialog);

type Props = { search: PaySearch; onSearch: (search: PaySearch) => void };

/** A tutor's or TA's pay in a month, lesson by lesson (part 2 §2 Tutor payments, picture 16). */
export const TutorPayScreen = ({ search, onSearch }: Props) => {
  const today = useToday();
  const { business_time_zone: zone } = useSettings();
  const month = monthIn(search, today);
  const { tutor: id } = search;
  const query = useQuery({ ...payQuery(id ?? '', month), enabled: id !== undefined });
  const pay = id === undefined ? undefined : query.data?.data;
  const chosen = pay?.tutor._id === id ? pay?.tutor : undefined;
  const edited = pay?.lessons.find(({ _id }) => _id === search.rate) ?? null;
  const runs = useQuery(runsOfMonthQuery(month));
  const run = runs.data && (runs.data.data[0] ?? null);
  const { act, problem } = useRowAct(['tutor-payments']);
  const undo = useOperation(setTutorRate, { refreshes: ['tutor-payments'] });
  const acts: RateActs = {
    edit: (lesson) => onSearch({ ...search, rate: lesson._id }),
    undo: (lesson) =>
      id !== undefined &&
      void act({
        question: false,
        run: () =>
          undo.mutateAsync({
            params: { tutorId: id, lessonId: lesson._id },
            body: { rate: null, reason: 'Back to the usual rate', version: lesson.version },
          }),
        done: 'Usual rate restored',
        refused: (error) => `${lessonLabel(lesson)}: ${sentenceOf(error)}`,
      }),
  };
  const narrow = useNarrow();
  const wide = useWide();
  const isFull = pay !== undefined && pay.lessons.length + pay.left.length > 0;
  const openRun = (
    <OpenRun month={month} run={run} onOpen={(opened) => onSearch({ run: opened })} />
  );
  const choice = (
    <Group wrap="wrap" flex={1}>
      <TutorSelect
        chosen={chosen && { ...chosen, name: chosen.name || chosen.email }}
        onChoose={(tutor) => onSearch({ ...search, tutor: tutor?._id, rate: undefined })}
      />
      <MonthPicker
        month={month}
        first={firstMonth}
        last={today.slice(0, 7)}
        onMonth={(next) => onSearch({ ...search, month: next, rate: undefined })}
      />
    </Group>
  );
  const lessons =
    id === undefined ? (
      <ListEmpty text="Choose a tutor or TA to see what a month pays" />
    ) : (
      <ListStates
        state={listStateOf(query)}
        noun="lessons"
        isEmpty={!isFull}
        empty={<ListEmpty text="No lessons in this month" />}
        skeleton={<MonthLessonsSkeleton />}
      >
        {pay && <MonthLessons pay={pay} acts={acts} />}
      </ListStates>
    );
  const count = pay && <span>{sumWords(pay.lessons)}, internal students not counted</span>;
  const download = id !== undefined && (
    <DownloadButton
      quiet={!narrow}
      download={() => downloadList(readTutorPay, payInput(id, month), 'tutor-pay.csv')}
    />
  );
  const side = (
    <MonthSide
      month={month}
      run={run}
      tutor={id}
      pay={pay?.tutor._id === id && pay?.month === month ? pay : undefined}
      onAdd={() => onSearch({ ...search, dialog: 'adjustment' })}
    />
  );
  return (
    <Page
      title="Tutor Payment"
      fill={!narrow}
      beside={
        narrow &&
        run && (
          <StatusChip tone={stateWords[run.state].tone}>{stateWords[run.state].word}</StatusChip>
        )
      }
      secondary={
        isFull &&
        id !== undefined &&
        !narrow && (
          <>
            {run?.state === 'draft' && (
              <Text span my="auto" variant="meta" c="dimmed">
                Payslip once the run is confirmed
              </Text>
            )}
            <Button
              leftSection={<IconPrinter size={16} stroke={1.7} />}
              disabled={!run || run.state === 'draft'}
              onClick={() => run && onSearch({ run: run._id, slip: id })}
            >
              Payslip
            </Button>
          </>
        )
      }
      primary={!(narrow && isFull) && openRun}
    >
      {narrow ? (
        <>
          {choice}
          {problem && <Banner tone="negative" title={problem} />}
          {lessons}
          {isFull && (
            <Group justify="space-between" variant="meta" c="dimmed">
              {count}
              {download}
            </Group>
          )}
          {id !== undefined && side}
          {isFull && (
            <BottomBar>
              <div>
                <Text variant="h2" c="bright">
                  {formatMoney(pay.total, 'SGD')}
                </Text>
                <Text variant="meta" c="secondary">
                  Grand total, {formatCount(pay.lessons.length, 'lesson')}
                </Text>
              </div>
              {openRun}
            </BottomBar>
          )}
        </>
      ) : (
        <Flex direction={wide ? 'row' : 'column'} flex={wide ? 1 : 'none'} gap="lg" mih={0}>
          <Panel fill>
            <PanelHeader>
              {choice}
              <Text span variant="meta" c="dimmed">
                by start, {zone.split('/').at(-1)?.replaceAll('_', ' ')} time
              </Text>
            </PanelHeader>
            {problem && <Banner tone="negative" title={problem} />}
            <PanelScroll label="Lessons" busy={query.isFetching}>
              {lessons}
            </PanelScroll>
            {isFull && (
              <PanelFooter>
                {count}
                <Group gap="lg">
                  {download}
                  <Group component="strong" align="baseline" c="bright" variant="strong">
                    Grand total{' '}
                    <Text span variant="total">
                      {formatMoney(pay.total, 'SGD')}
                    </Text>
                  </Group>
                </Group>
              </PanelFooter>
            )}
          </Panel>
          {side}
        </Flex>
      )}
      <AdjustmentDialog
        open={search.dialog === 'adjustment' && run?.state === 'draft' ? run._id : null}
        tutor={chosen && { _id: chosen._id, name: chosen.name || chosen.email }}
        onClose={() => onSearch({ ...search, dialog: undefined })}
      />
      <RateDialog
        open={edited}
        tutorId={id ?? ''}
        onClose={() => onSearch({ ...search, rate: undefined })}
      />
    </Page>
  );
};
