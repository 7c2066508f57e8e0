import type { View } from '../engine/endpoint.ts';
import type { Messages } from './languages/english.ts';

/** The input of a page of the site. */
export interface PageRequest extends View {
  /** The public address, without /v1. */
  publicUrl: string;
  /** The path as sent, without a suffix of data: `/cities/lisbon`. */
  path: string;
  /** By name, as in the path: `city_id`. */
  parameters: Readonly<Record<string, string>>;
  /** The parameters that the page declares, each at most once, and none that is empty. */
  query: Readonly<Record<string, string>>;
  /** Every sentence of the page. */
  messages: Messages;
}
