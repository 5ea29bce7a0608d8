import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ListEmpty } from '../../../../ui/list-states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';

/** Where a person's page would be: nobody has this id, or not for these eyes (part 1 §2, User detail dialog). */
export const MissingPerson = () => (
  <Page title="User" breadcrumb={[{ label: 'User', to: '/user' }, { label: 'Not found' }]}>
    <Panel>
      <ListEmpty
        text="Opps, something wrong..."
        detail="This record does not exist or is not yours to see."
        actions={
          <Button component={Link} to="/user">
            Back to users
          </Button>
        }
      />
    </Panel>
  </Page>
);
