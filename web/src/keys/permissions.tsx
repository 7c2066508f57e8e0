import type { Permission } from '../../../src/dashboard/interface.ts';
import { Checkbox } from '../ui/field.tsx';

const PERMISSIONS: Record<Permission, { name: string; hint: string }> = {
  'places:read': { name: 'Places', hint: 'Countries and cities: look-ups, lists and search.' },
  'cost-of-living:read': { name: 'Cost of living', hint: 'Index, prices and comparisons.' },
  'quality-of-life:read': { name: 'Quality of life', hint: 'Scores, indicators, climate and comparisons.' },
  'release:read': {
    name: 'Release and history',
    hint: 'Figures of earlier periods, and downloads of all data.',
  },
};
const ALL = Object.keys(PERMISSIONS) as Permission[];

/** One checkbox per permission, all of them checked. */
export function PermissionFields() {
  return (
    <fieldset className="options">
      <legend>What the key may read</legend>
      {ALL.map((permission) => (
        <Checkbox
          key={permission}
          name={permission}
          label={PERMISSIONS[permission].name}
          hint={PERMISSIONS[permission].hint}
          defaultChecked
        />
      ))}
    </fieldset>
  );
}

/** What an agent asks for, in words. What is no permission to read, such as staying connected, is left out. */
export function ConnectedPermissions({ permissions }: { permissions: readonly string[] }) {
  return (
    <ul className="permissions">
      {ALL.filter((permission) => permissions.includes(permission)).map((permission) => (
        <li key={permission}>
          {PERMISSIONS[permission].name}
          <small>{PERMISSIONS[permission].hint}</small>
        </li>
      ))}
    </ul>
  );
}

/** The permissions that are checked. @param field reads a field of the form */
export function chosenPermissions(field: (name: string) => string): Permission[] {
  return ALL.filter((permission) => field(permission) === 'on');
}

/** `everything`, or `places, cost of living`. */
export function permissionsInWords(permissions: readonly Permission[]): string {
  if (permissions.length === ALL.length) return 'everything';
  return permissions.map((permission) => PERMISSIONS[permission].name.toLowerCase()).join(', ');
}
