import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowsExchange, IconDots, IconUserMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RosterPlace } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import { DataTable, type Column } from '../../../../ui/data-table.tsx';
import type { ListState } from '../../../../ui/list-states.tsx';
import { PlaceSources } from './place-sources.tsx';
import styles from './roster.module.css';

/** What those who manage lessons do with a student's place. */
export type PlaceActs = {
  onMove: (place: RosterPlace) => void;
  onRemove: (place: RosterPlace) => void;
};

type Props = {
  caption: string;
  places: readonly RosterPlace[];
  state: ListState;
  /** Left out for those who may not change the roster. */
  acts: PlaceActs | undefined;
  empty: ReactNode;
};

/** The students of one kind on a lesson, and why each stands there. */
export const RosterTable = ({ caption, places, state, acts, empty }: Props) => (
  <DataTable
    caption={caption}
    columns={acts ? [...columns, actsColumn(acts)] : columns}
    rows={places}
    rowKey={(place) => place.student._id}
    state={state}
    noun="students"
    skeletonRows={8}
    empty={empty}
  />
);

const columns: readonly Column<RosterPlace>[] = [
  {
    key: 'student',
    header: 'Student',
    width: 200,
    lead: true,
    render: ({ student }) => (
      <RecordLink to="student" id={student._id} name={student.name || student.email} />
    ),
  },
  {
    key: 'email',
    header: 'E-mail',
    width: 230,
    render: ({ student }) => <span className={styles.email}>{student.email}</span>,
  },
  {
    key: 'source',
    header: 'Source',
    width: 280,
    render: (place) => <PlaceSources place={place} />,
  },
];

const actsColumn = ({ onMove, onRemove }: PlaceActs): Column<RosterPlace> => ({
  key: 'acts',
  header: 'Actions',
  width: 64,
  hiddenHeader: true,
  align: 'right',
  render: (place) => (
    <Menu width={210}>
      <Menu.Target>
        <ActionIcon
          aria-label={`Actions for ${place.student.name || place.student.email}`}
          size={30}
        >
          <IconDots size={17} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowsExchange size={16} stroke={1.7} />}
          onClick={() => onMove(place)}
        >
          Move to another lesson
        </Menu.Item>
        <Menu.Item
          leftSection={<IconUserMinus size={16} stroke={1.7} />}
          onClick={() => onRemove(place)}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  ),
});
