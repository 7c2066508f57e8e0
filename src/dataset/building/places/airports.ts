import { number, recordTable, text, word, yesOrNo } from '../files/records.ts';

/**
 * The cities that airports with scheduled flights serve, and, in the class `group`, those that the common code of several airports
 * may mean, such as LON.
 */
export const { read: readAirports, write: writeAirports } = recordTable('places/airports', {
  /** IATA code: `LHR`. */
  code: text,
  geonamesId: number,
  /** As OurAirports has it. */
  class: word(['large', 'medium', 'group']),
  /** Whether the code leads to this city. An airport has one such city; a group that may mean several has them all. */
  leads: yesOrNo,
  /** From the middle of the city; of the farthest airport in a group. */
  kilometres: number,
  /** Of a group, the codes of its airports. */
  name: text,
});
export type AirportOfCity = ReturnType<typeof readAirports>[number];
