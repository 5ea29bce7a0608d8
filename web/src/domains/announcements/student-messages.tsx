import { Text } from '@mantine/core';
import { useState } from 'react';
import {
  listStudentMessages,
  type StudentMessage,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { TwoLines } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { WordButton } from '../../ui/word-button.tsx';
import { announcementTitle, methodWords, stateWords } from './announcement-words.ts';
import { MessageContent } from './announcement-details.tsx';

const messageList = defineList({
  operation: listStudentMessages,
  nouns: ['message', 'messages'],
  pageSize: 20,
  empty: { none: 'Nothing was written to this student' },
});

type Props = { studentId: string; page: number; onPage: (page: number) => void };

/** Messages to a student, newest first; each can be opened. */
export const StudentMessages = ({ studentId, page, onPage }: Props) => {
  const [read, setRead] = useState<StudentMessage | null>(null);
  return (
    <>
      <ListTab
        list={messageList}
        scope={{ params: { id: studentId } }}
        address={{ page }}
        onAddress={(address) => onPage(address.page ?? 1)}
        caption="Messages"
        lines={2}
        columns={columnsOf(setRead)}
      />
      <Dialog
        title={read ? announcementTitle(read) : ''}
        opened={read !== null}
        onClose={() => setRead(null)}
        size={560}
      >
        {read && <MessageContent message={read} />}
      </Dialog>
    </>
  );
};

const columnsOf = (onRead: (message: StudentMessage) => void): Column<StudentMessage>[] => [
  {
    key: 'message',
    header: 'Message',
    width: 204,
    lead: true,
    text: announcementTitle,
    render: (message) => (
      <TwoLines
        first={
          <Text
            component={WordButton}
            inherit
            truncate
            maw="100%"
            data-opens
            onClick={() => onRead(message)}
          >
            {announcementTitle(message)}
          </Text>
        }
        second={methodWords[message.method]}
      />
    ),
  },
  {
    key: 'sent',
    header: 'Sent',
    width: 186,
    figures: true,
    render: ({ created, sent_by: by }) => (
      <TwoLines
        first={<Moment at={created} />}
        second={
          <>
            by <RecordLink to="staff" id={by._id} name={by.name} />
          </>
        }
      />
    ),
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 220,
    text: ({ lesson }) => `${lesson.class.name}, ${lesson.name}`,
    render: ({ lesson }) => (
      <TwoLines
        first={<RecordLink to="class" id={lesson.class._id} name={lesson.class.name} />}
        second={
          <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={lesson.name} />
        }
      />
    ),
  },
  {
    key: 'to',
    header: 'To',
    width: 120,
    text: ({ address_of: of }) => (of === 'parent' ? 'Parent' : 'Student'),
  },
  {
    key: 'state',
    header: 'State',
    width: 104,
    render: ({ state }) => (
      <StatusChip tone={stateWords[state].tone}>{stateWords[state].label}</StatusChip>
    ),
  },
];
