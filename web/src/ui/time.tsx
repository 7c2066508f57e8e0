import { useEffect, useReducer } from 'react';

/** Without a locale: in the form of the visitor's browser. */
const EXACT = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const TO_THE_SECOND = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const MINUTE = 60;
const HOUR = 3600;
export const A_DAY = 86_400;

/** A moment in words, `3 minutes ago`. Its tooltip has the exact time in the visitor's time zone, which it names. */
export function Time({ at }: { at: string }) {
  useTick();
  return (
    <time dateTime={at} title={EXACT.format(new Date(at))}>
      {relative(at, Date.now())}
    </time>
  );
}

/** A moment to the second, in the visitor's time zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={EXACT.format(new Date(at))}>
      {TO_THE_SECOND.format(new Date(at))}
    </time>
  );
}

/** The day of a moment, in the visitor's time zone. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={EXACT.format(new Date(at))}>
      {DAY.format(new Date(at))}
    </time>
  );
}

export function exactTime(at: string): string {
  return EXACT.format(new Date(at));
}

/** A duration in words: `5 h 12 min`, `12 min`, `3 days`. */
export function durationInWords(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / MINUTE));
  if (minutes < 60) return `${minutes} min`;
  if (seconds < 2 * A_DAY) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.round(seconds / A_DAY)} days`;
}

function relative(at: string, now: number): string {
  const seconds = (Date.parse(at) - now) / 1000;
  const distance = Math.abs(seconds);
  // The server's clock may be a little ahead.
  if (distance < MINUTE) return seconds > 10 ? 'in a moment' : 'just now';
  // What rounds to 60 minutes is an hour.
  if (distance < HOUR - MINUTE / 2) return RELATIVE.format(Math.round(seconds / MINUTE), 'minute');
  if (distance < A_DAY - HOUR / 2) return RELATIVE.format(Math.round(seconds / HOUR), 'hour');
  if (distance < 30 * A_DAY) return RELATIVE.format(Math.round(seconds / A_DAY), 'day');
  return DAY.format(new Date(at));
}

/** Renders again twice a minute. */
function useTick(): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 30_000);
    return () => clearInterval(timer);
  }, []);
}
