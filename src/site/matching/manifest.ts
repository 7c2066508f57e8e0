import { BOUNDS, USUAL_SETTINGS } from '../../engine/matching/properties.ts';
import { HOUSEHOLDS } from '../../release/household-budgets.ts';
import { NAME } from '../brand.ts';
import { TYPES } from './entities.ts';
import { MOST_QUERIES } from './queries.ts';

export const RECONCILE_PATH = '/reconcile';
/** Pixels of the preview; the card of a place in half its size, and two lines. */
const PREVIEW = { width: 440, height: 320 };

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
        {
          name: 'household',
          label: 'Household',
          type: 'select',
          default: USUAL_SETTINGS.household,
          help_text: 'Whose monthly budget',
          choices: HOUSEHOLDS.map((value) => ({ value, name: value })),
        },
        {
          name: 'currency',
          label: 'Currency',
          type: 'text',
          default: USUAL_SETTINGS.currency,
          help_text: 'ISO 4217 code of the currency of the monthly budget',
        },
        {
          name: 'bound',
          label: 'Figure',
          type: 'select',
          default: USUAL_SETTINGS.bound,
          help_text: 'The estimate, or an end of its 80 % interval',
          choices: BOUNDS.map((value) => ({ value, name: value === 'value' ? 'estimate' : value })),
        },
      ],
    },
    batchSize: MOST_QUERIES,
  };
}
