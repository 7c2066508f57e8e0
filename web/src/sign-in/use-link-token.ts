import { useEffect, useState } from 'react';

/**
 * The token that a link in a mail carries behind `#`, where it reaches no server's log; undefined where the link has none.
 * It is taken out of the address, so that it stays neither in the history nor on the screen.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined);
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
