import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  getLastContact,
  type LastContact,
} from 'staffroom-contract/domains/reports/last-contact.contract.ts';
import { listStudentAttendance } from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import { mayCall } from 'staffroom-contract/domains/identity/permissions.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { operationQuery } from '../../lib/queries.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { Fact, FactGroup, Facts } from '../../ui/facts.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import { studentAttendanceQuery } from '../attendance/student-attendance.api.ts';
import { attendedWords, contactText } from './student-glance-words.ts';

type Props = { studentId: string };

/** A student's last contact and attendance, each only for users who may see it. */
export const StudentGlance = ({ studentId }: Props) => {
  const rights = rightsOf(useSessionUser());
  return (
    <FactGroup>
      <Facts>
        {mayCall(rights, getLastContact) && <Contact studentId={studentId} />}
        {mayCall(rights, listStudentAttendance) && <Attendance studentId={studentId} />}
      </Facts>
    </FactGroup>
  );
};

const Contact = ({ studentId }: Props) => {
  const { data, isError } = useQuery(operationQuery(getLastContact, { params: { id: studentId } }));
  if (isError) return <Fact label="Last contact">Could not be loaded</Fact>;
  if (!data) return <Waiting label="Last contact" />;
  const contact = data.data;
  return (
    <Fact label="Last contact">
      {contact ? (
        <>
          <Text inherit lineClamp={3} title={contactText(contact)}>
            <ContactLink contact={contact} studentId={studentId} />
          </Text>
          <Text variant="meta" c="secondary">
            {contact.by.name || '–'}, <Moment at={contact.at} />
          </Text>
        </>
      ) : (
        'No contact recorded yet'
      )}
    </Fact>
  );
};

/** Links to the ticket, the feedback or the student's messages. */
const ContactLink = ({ contact, studentId }: Props & { contact: LastContact }) => {
  const text = contactText(contact);
  switch (contact.source) {
    case 'ticket':
      return <RecordLink to="ticket" id={contact.ticket} type={contact.type} name={text} />;
    case 'feedback':
      return (
        <QuietLink to="/feedback" search={{ follow_up: contact.feedback }}>
          {text}
        </QuietLink>
      );
    case 'message':
      return (
        <QuietLink to="/user/$userId" params={{ userId: studentId }} search={{ tab: 'messages' }}>
          {text}
        </QuietLink>
      );
  }
};

const Attendance = ({ studentId }: Props) => {
  const { data, isError } = useQuery(studentAttendanceQuery(studentId));
  if (isError) return <Fact label="Attendance">Could not be loaded</Fact>;
  if (!data) return <Waiting label="Attendance" />;
  return (
    <Fact label="Attendance">
      {data.recent.of === 0 ? (
        'No attendance recorded yet'
      ) : (
        <QuietLink
          to="/user/$userId"
          params={{ userId: studentId }}
          search={{ tab: 'lessons', period: 'past' }}
        >
          {attendedWords(data.recent)}
        </QuietLink>
      )}
    </Fact>
  );
};

const Waiting = ({ label }: { label: string }) => (
  <Fact label={label}>
    <SkeletonBar width={140} height={14} />
  </Fact>
);
