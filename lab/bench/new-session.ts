import { randomUUID } from 'node:crypto';

/** Signs up and in at a server without mail. @returns the session's cookies */
export async function newSession(address: string): Promise<string> {
  const person = { email: `${randomUUID()}@example.org`, password: `${randomUUID()} quince` };
  const post = async (path: string) => {
    const response = await fetch(`${address}/dashboard/auth${path}`, {
      method: 'POST',
      headers: { Origin: address, 'Content-Type': 'application/json' },
      body: JSON.stringify(person),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.headers.getSetCookie();
  };
  await post('/sign-up/email');
  const cookies = await post('/sign-in/email');
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}
