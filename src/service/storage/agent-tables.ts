import type { SchemaModule } from 'kysely';
import { texts, textsOrNull } from './text-columns.ts';

/** What better-auth's OAuth provider keeps of agents and their tokens. `schema.ts` says what the columns mean. */
export async function createAgentTables(schema: SchemaModule): Promise<void> {
  await schema.alterTable('api_key').addColumn('client_id', 'text').execute();
  await schema.createIndex('api_key_client_id').on('api_key').column('client_id').execute();
  await schema
    .createTable('oauth_client')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('redirect_uris', 'text', (column) => column.notNull())
    .$call(
      textsOrNull(
        'scopes',
        'client_credentials_scopes',
        'grant_types',
        'response_types',
        'token_endpoint_auth_method',
        'application_type',
        'client_discovery_id',
      ),
    )
    .addColumn('disabled', 'integer')
    .addColumn('dpop_bound_access_tokens', 'integer')
    .$call(textsOrNull('created_at', 'updated_at'))
    .execute();
  const ofClientAndAccount = (table: string) =>
    schema
      .createTable(table)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('client_id', 'text', (column) =>
        column.notNull().references('oauth_client.client_id').onDelete('cascade'),
      )
      .addColumn('user_id', 'text', (column) =>
        column.notNull().references('account_holder.id').onDelete('cascade'),
      )
      .$call(texts('scopes', 'created_at'));
  const ofTokens = (table: string) =>
    ofClientAndAccount(table)
      .addColumn('token', 'text', (column) => column.notNull().unique())
      .addColumn('session_id', 'text', (column) => column.references('session.id').onDelete('set null'))
      .addColumn('authorization_code_id', 'text')
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addColumn('revoked', 'text');
  await ofTokens('oauth_refresh_token').$call(textsOrNull('rotated_at', 'auth_time')).execute();
  await ofTokens('oauth_access_token')
    .addColumn('refresh_id', 'text', (column) =>
      column.references('oauth_refresh_token.id').onDelete('cascade'),
    )
    .execute();
  await ofClientAndAccount('oauth_consent')
    .addColumn('requested_user_info_claims', 'text')
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  for (const [table, columns] of INDICES)
    await schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();
}

const INDICES: [table: string, columns: string[]][] = [
  ['oauth_client', ['created_at']],
  ['oauth_consent', ['client_id', 'user_id']],
  ...['oauth_refresh_token', 'oauth_access_token'].flatMap((table): [string, string[]][] => [
    [table, ['client_id', 'user_id']],
    [table, ['session_id']],
    [table, ['authorization_code_id']],
    [table, ['user_id']],
    [table, ['expires_at']],
  ]),
  ['oauth_consent', ['user_id']],
  ['oauth_access_token', ['refresh_id']],
];
