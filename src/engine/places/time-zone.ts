import { memo } from '../memo.ts';

/**
 * UTC offsets of a time zone in the year of `at`, from the IANA data of the runtime: `+09:00`. Standard time is the smaller
 * offset of the year, except in Morocco. That includes Ireland, where the law calls summer time standard: we follow everyday use.
 *
 * @returns daylight_offset null if clocks do not go forward in summer
 */
export function utcOffsets(
  timeZone: string,
  at: Date,
): { standard_offset: string; daylight_offset: string | null } {
  const year = at.getUTCFullYear();
  const format = memo(
    formats,
    timeZone,
    () => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }),
  );
  const offsets = Array.from({ length: 12 }, (_, month) =>
    offsetMinutes(format, new Date(Date.UTC(year, month, 15))),
  );
  const daylight = Math.max(...offsets);
  const standard = BACK_IN_RAMADAN.has(timeZone) ? daylight : Math.min(...offsets);
  return {
    standard_offset: isoOffset(standard),
    daylight_offset: daylight === standard ? null : isoOffset(daylight),
  };
}

/**
 * Morocco's legal time is UTC+1 all year, and its clocks go back only for the month of Ramadan. That is not daylight-saving time,
 * and the smaller offset is not standard time.
 */
const BACK_IN_RAMADAN: ReadonlySet<string> = new Set(['Africa/Casablanca', 'Africa/El_Aaiun']);

/** Each is made once: making one takes longer than the twelve offsets of a year. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetMinutes(format: Intl.DateTimeFormat, at: Date): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function isoOffset(minutes: number): string {
  const absolute = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(absolute / 60))}:${pad(absolute % 60)}`;
}
