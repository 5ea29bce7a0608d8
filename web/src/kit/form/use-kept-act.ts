import { useEffect, useRef, useState } from 'react';
import { keepPlace, onSessionExpired, takeAct } from '../../lib/session-end.ts';
import { useSessionUser } from '../../lib/session.ts';

/**
 * The subject of an action's dialog; null while it is closed. A dialog that was open when the session ended reopens in
 * this tab after the same user has signed in again. `act` identifies the dialog on its screen. The record is the one
 * shown then; a save based on an outdated version is compared as usual.
 */
export const useKeptAct = <About>(act: string): [About | null, (about: About | null) => void] => {
  const { _id: user } = useSessionUser();
  const [about, setAbout] = useState(() => takeAct(user, act) as About | null);
  const latest = useRef(about);
  useEffect(() => {
    latest.current = about;
  });
  useEffect(
    () =>
      onSessionExpired(() => {
        if (latest.current !== null) keepPlace(user, { act: { act, about: latest.current } });
      }),
    [user, act],
  );
  return [about, setAbout];
};
