import { VisuallyHidden } from '@mantine/core';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { FactGroup } from '../../../../ui/facts.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RichTextView } from '../../../../ui/rich-text/rich-text-view.tsx';
import { ContactFacts } from '../facts/contact-facts.tsx';
import { OriginFacts, ParentFacts, StudentFacts } from '../facts/student-facts.tsx';
import { TutorFacts } from '../facts/tutor-facts.tsx';
import styles from './person-facts.module.css';

/** Everything known about a person, beside what the person does (picture 05). */
export const PersonFacts = ({ user }: { user: User }) => (
  <Panel label="Details">
    <div className={styles.facts}>
      <VisuallyHidden component="h2">Details</VisuallyHidden>
      <FactGroup>
        <ContactFacts user={user} />
      </FactGroup>
      {user._type === 'Student' && (
        <FactGroup>
          <StudentFacts user={user} />
        </FactGroup>
      )}
      {user.parent && <ParentFacts parent={user.parent} />}
      {user.credential && <TutorFacts user={user} />}
      <FactGroup>
        <OriginFacts user={user} />
      </FactGroup>
      {user.meta?.background && (
        <FactGroup title="Student background">
          <RichTextView html={user.meta.background} />
        </FactGroup>
      )}
    </div>
  </Panel>
);
