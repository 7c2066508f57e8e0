/**
 * The note that distinguishes the rates of one place: the part of the country that they hold for, if it is not
 * the whole, and the season by its first and last day: `season 04-01/09-30`. A rate for all the year has no
 * season. The dates (ISO 8601) are of the year of the edition, even where the season runs over the new year.
 */
export function rateNote(part: string, firstDay: string, lastDay: string): string {
  const [from, to] = [firstDay, lastDay].map((date) => date.slice('yyyy-'.length));
  const season = from === '01-01' && to === '12-31' ? '' : `season ${from}/${to}`;
  return [part, season].filter((text) => text !== '').join('; ');
}
