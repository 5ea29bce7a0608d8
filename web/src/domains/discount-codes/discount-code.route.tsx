import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { useCan, useMayOpen } from '../../lib/use-can.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordColumns, RecordStates } from '../../ui/record-page.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { CodeOrders } from '../orders/components/code-orders.tsx';
import { CodeChanges } from './components/detail/code-changes.tsx';
import { CodeClasses } from './components/detail/code-classes.tsx';
import { CodeFacts } from './components/detail/code-facts.tsx';
import { OpenInOrders } from './components/detail/open-in-orders.tsx';
import { UsagePanel } from './components/detail/usage-panel.tsx';
import { ToggleCodeDialog } from './components/toggle-code-dialog.tsx';
import { codePageSearchSchema, shownTab, tabsOf } from './discount-code-page.ts';
import { statusTone } from './discount-code-words.ts';
import { discountCodeQuery } from './discount-codes.api.ts';

const back = { label: 'Discount Codes', to: '/discountcode' };

/** One code: terms, classes, usage, its orders and what was changed (decisions: Routes not placed). */
const DiscountCodePage = () => {
  const { discountId } = Route.useParams();
  const query = useQuery(discountCodeQuery(discountId));
  if (query.data) return <Code code={query.data.data} />;
  return (
    <Page title="Discount Code" back={back}>
      <RecordStates
        noun="discount code"
        query={query}
        wayBack={<LinkButton to="/discountcode">Go to Discount Codes</LinkButton>}
      />
    </Page>
  );
};

const Code = ({ code }: { code: DiscountCodeDetail }) => {
  const [toggled, setToggled] = useState<DiscountCodeDetail | null>(null);
  const canCreate = useCan('discountcode.canCreate');
  return (
    <Page
      title={code.code}
      beside={<StatusChip tone={statusTone(code.status)}>{code.status}</StatusChip>}
      back={back}
      secondary={
        <>
          {canCreate && (
            <LinkButton to="/discountcode/new" search={{ from: code._id }}>
              Duplicate
            </LinkButton>
          )}
          {code.abilities.toggle && (
            <Button onClick={() => setToggled(code)}>
              {code.is_active ? 'Disable' : 'Enable'}
            </Button>
          )}
        </>
      }
    >
      <RecordColumns facts={<CodeFacts code={code} />}>
        <UsagePanel code={code} />
        <Records code={code} />
      </RecordColumns>
      <ToggleCodeDialog code={toggled} onClose={() => setToggled(null)} />
    </Page>
  );
};

const Records = ({ code }: { code: DiscountCodeDetail }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayOpen = useMayOpen();
  const tabs = tabsOf(code, mayOpen('/orders'));
  const tab = shownTab(tabs, search.tab);
  const page = search.page ?? 1;
  const onPage = (next: number) =>
    void navigate({ search: { ...search, page: next > 1 ? next : undefined } });
  return (
    <Panel>
      <PanelTabs
        tabs={tabs}
        value={tab}
        onChange={(next) =>
          void navigate({ search: { tab: next === tabs[0]?.value ? undefined : next } })
        }
        end={tab === 'orders' && <OpenInOrders code={code} />}
      >
        {tab === 'orders' && <CodeOrders code={code.code} page={page} onPage={onPage} />}
        {tab === 'classes' && <CodeClasses classes={code.classes} page={page} onPage={onPage} />}
        {tab === 'changes' && <CodeChanges id={code._id} page={page} onPage={onPage} />}
      </PanelTabs>
    </Panel>
  );
};

export const Route = createFileRoute('/_signed-in/discountcode/$discountId')({
  validateSearch: codePageSearchSchema,
  staticData: {
    prefetch: ({ params }: { params: { discountId: string } }) => [
      discountCodeQuery(params.discountId),
    ],
  },
  component: DiscountCodePage,
});
