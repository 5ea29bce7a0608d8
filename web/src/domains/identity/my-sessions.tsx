import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  endMySession,
  endOtherSessions,
  type Session,
} from 'staffroom-contract/domains/identity/sessions.contract.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { listStateOf } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelFooter, PanelScroll } from '../../ui/panel.tsx';
import { CountPill, Dot, Tag } from '../../ui/status-chip.tsx';
import { mySessionsQuery } from './account.api.ts';
import { sessionDevice } from './session-words.ts';

/** The own sessions: end one, or all but this one. */
export const MySessions = () => {
  const query = useQuery(mySessionsQuery);
  const { data: rows = [], count = 0 } = query.data ?? {};
  const { mutateAsync: endOne } = useOperation(endMySession, { refreshes: ['identity'] });
  const { mutateAsync: endOthers } = useOperation(endOtherSessions, { refreshes: ['identity'] });
  const { act, problem } = useRowAct(['identity']);
  const others = count - 1;
  const endAll = () =>
    void act({
      question: {
        title: `End ${formatCount(others, 'other session')}?`,
        message: 'These devices are signed out at once. This one stays signed in.',
        confirmLabel: 'End all others',
        danger: true,
      },
      run: () => endOthers({}),
      done: 'All other sessions ended',
      refused: (error) => `The sessions were not ended. ${sentenceOf(error)}`,
    });
  const end = ({ _id: id, user_agent: agent }: Session) =>
    void act({
      question: false,
      run: () => endOne({ params: { id } }),
      done: `Session of ${sessionDevice(agent)} ended`,
      refused: (error) => `The session was not ended. ${sentenceOf(error)}`,
    });
  return (
    <Panel>
      <PanelHead title={<>Sessions {count > 0 && <CountPill count={count} />}</>}>
        {others > 0 && (
          <Button size="xs" c="negative" onClick={endAll}>
            End all others
          </Button>
        )}
      </PanelHead>
      {problem && <FormProblem text={problem} />}
      <PanelScroll label="Sessions" busy={query.isFetching}>
        <DataTable
          caption="List of sessions"
          noun="sessions"
          columns={[...columns, actsColumn(end)]}
          rows={rows}
          rowKey={({ _id }) => _id}
          state={listStateOf(query)}
          empty={null}
          skeletonRows={1}
        />
      </PanelScroll>
      {query.data && (
        <PanelFooter>
          <Text inherit>
            {count > rows.length && rows.length > 0 && `The last ${rows.length} are shown. `}A
            session ends after 12 hours without use, or 7 days. End signs that device out at once.
          </Text>
        </PanelFooter>
      )}
    </Panel>
  );
};

const columns: Column<Session>[] = [
  {
    key: 'device',
    header: 'Device',
    width: 200,
    lead: true,
    text: ({ user_agent: agent }) => sessionDevice(agent),
    render: ({ user_agent: agent, is_current: isCurrent }) => (
      <>
        {sessionDevice(agent)} {isCurrent && <Tag accent>This device</Tag>}
      </>
    ),
  },
  { key: 'address', header: 'Address', width: 130, figures: true, text: ({ address }) => address },
  {
    key: 'started',
    header: 'Started',
    width: 176,
    figures: true,
    render: ({ started_on: at }) => <Moment at={at} />,
  },
  {
    key: 'used',
    header: 'Last active',
    width: 176,
    figures: true,
    render: ({ last_used_on: at, is_current: isCurrent }) =>
      isCurrent ? (
        <>
          <Dot tone="green" /> Now
        </>
      ) : (
        <Moment at={at} />
      ),
  },
];

const actsColumn = (end: (session: Session) => void): Column<Session> => ({
  key: 'acts',
  header: 'Actions',
  hiddenHeader: true,
  width: 76,
  acts: true,
  render: (session) =>
    !session.is_current && (
      <Button
        size="xs"
        aria-label={`End ${sessionDevice(session.user_agent)}`}
        onClick={() => end(session)}
      >
        End
      </Button>
    ),
});
