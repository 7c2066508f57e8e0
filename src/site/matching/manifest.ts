import { BOUNDS, USUAL_SETTINGS } from '../../engine/matching/properties.ts';
import { HOUSEHOLDS } from '../../release/household-budgets.ts';
import { NAME } from '../brand.ts';
import { TYPES } from './entities.ts';
import { MOST_QUERIES } from './queries.ts';

export const RECONCILE_PATH = '/reconcile';
/** Pixels of the preview; the card of a place in half its size, and two lines. */
const PREVIEW = { width: 440, height: 320 };

/** What may be set for a property: one of the values or, without them, a text. */
function setting(
  name: keyof typeof USUAL_SETTINGS,
  label: string,
  help_text: string,
  values?: readonly string[],
) {
  const choices = values?.map((value) => ({ value, name: value === 'value' ? 'estimate' : value }));
  const type = choices === undefined ? 'text' : 'select';
  return { name, label, type, default: USUAL_SETTINGS[name], help_text, ...(choices && { choices }) };
}

/** What the service can do, in the words of the Reconciliation Service API 0.2. */
export function manifest(publicUrl: string) {
  const base = `${publicUrl}${RECONCILE_PATH}`;
  const suggest = (kind: string) => ({
    service_url: base,
    service_path: `/suggest/${kind}`,
    ...(kind === 'entity' ? { flyout_service_path: `/flyout?id=\${id}` } : {}),
  });
  return {
    versions: ['0.1', '0.2'],
    name: `${NAME}: cities and countries`,
    identifierSpace: `${publicUrl}/cities/`,
    schemaSpace: 'https://schema.org/City',
    documentation: `${publicUrl}/guides/finding-places`,
    logo: `${publicUrl}/icon.svg`,
    defaultTypes: [...TYPES],
    view: { url: `${base}/view?id={{id}}` },
    preview: { url: `${base}/preview?id={{id}}`, ...PREVIEW },
    suggest: { entity: suggest('entity'), property: suggest('property'), type: suggest('type') },
    extend: {
      propose_properties: { service_url: base, service_path: '/properties' },
      property_settings: [
        setting('household', 'Household', 'Whose monthly budget', HOUSEHOLDS),
        setting('currency', 'Currency', 'ISO 4217 code of the currency of the monthly budget'),
        setting('bound', 'Figure', 'The estimate, or an end of its 80 % interval', BOUNDS),
      ],
    },
    batchSize: MOST_QUERIES,
  };
}
