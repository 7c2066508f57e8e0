import { useEffect, useState } from 'react';

/**
 * The token of a link from an email; undefined if the link has none. It comes after `#`, so that no server logs it, and is
 * removed from the address, so that it stays neither in the history nor on the screen.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined);
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return token;
}
