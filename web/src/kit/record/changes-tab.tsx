import { lazyTab } from './record-tabs.tsx';

/** The change history of a record, as a tab of its page. */
export const ChangesTab = lazyTab(async () => (await import('./record-changes.tsx')).RecordChanges);
