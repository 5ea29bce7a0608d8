import { VisuallyHidden } from '@mantine/core';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { RecordLinks } from '../../../../kit/record/record-link.tsx';
import { formatClock } from '../../../../lib/formats.ts';
import { Fact, FactGroup, Facts } from '../../../../ui/facts.tsx';
import { DayOf } from '../../../../ui/moment.tsx';
import { Money } from '../../../../ui/money.tsx';
import { Panel, PanelBody } from '../../../../ui/panel.tsx';
import { RichTextView } from '../../../../ui/rich-text/rich-text-view.tsx';
import { StatusChip } from '../../../../ui/status-chip.tsx';
import styles from './class-page.module.css';

/** The class overview (part 1 §2, Class lessons). */
export const ClassFacts = ({ tuitionClass }: { tuitionClass: Class }) => (
  <Panel label="Class overview">
    <VisuallyHidden component="h2">Class overview</VisuallyHidden>
    <PanelBody>
      <FactGroup title="Schedule">
        <Schedule {...tuitionClass.schedule} />
      </FactGroup>
      <FactGroup title="Class">
        <Facts>
          <Fact label="Status">
            <StatusChip tone={tuitionClass.is_active ? 'green' : 'grey'}>
              {tuitionClass.is_active ? 'Active' : 'Inactive'}
            </StatusChip>
          </Fact>
          <Fact label="Start date">
            <DayOf at={tuitionClass.start_date} />
          </Fact>
          <Fact label="End date">
            <DayOf at={tuitionClass.end_date} />
          </Fact>
          <Fact label="Tutors">
            <RecordLinks to="tutor" records={tuitionClass.tutor} />
          </Fact>
          <Fact label="TAs">
            <RecordLinks to="tutor" records={tuitionClass.ta} />
          </Fact>
          <Fact label="Cost per lesson">
            <Money amount={tuitionClass.rate} currency={tuitionClass.currency} />
          </Fact>
          <Fact label="Max cap">{tuitionClass.max_cap}</Fact>
        </Facts>
      </FactGroup>
      {tuitionClass.desc !== '' && (
        <FactGroup title="Description">
          <div className={styles.description}>
            <RichTextView html={tuitionClass.desc} />
          </div>
        </FactGroup>
      )}
    </PanelBody>
  </Panel>
);

const Schedule = ({ date_of_week: day, start_time: start, end_time: end }: Class['schedule']) =>
  day || start || end ? (
    <Facts>
      <Fact label="Day of week">{day}</Fact>
      <Fact label="Start time">{start && formatClock(start)}</Fact>
      <Fact label="End time">{end && formatClock(end)}</Fact>
    </Facts>
  ) : (
    <p className={styles.nothing}>This class has no schedule</p>
  );
