import { createIndexes, createTable, type Schema } from './schema'

export async function accounts(schema: Schema): Promise<void> {
  await createTable(schema, 'meta', { id: 'key', text: ['value'] })
  await createTable(schema, 'accounts', {
    id: 'id',
    text: ['slug', 'name', 'plan', 'state', 'limits', 'created_at'],
    nullableText: ['sealed_api_key'],
    nullableInteger: ['spend_cap_pln'],
    unique: { slug: ['slug'] },
  })
  await createTable(schema, 'api_keys', {
    id: 'id',
    text: ['account_id', 'name', 'prefix', 'last_four', 'sha256', 'created_at'],
    nullableText: ['last_used_at', 'deactivated_at'],
    unique: { sha256: ['sha256'] },
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'api_keys', { by_account: ['account_id', 'created_at'] })
}

export async function usage(schema: Schema): Promise<void> {
  await createTable(schema, 'ledger', {
    countedId: 'id',
    text: ['account_id', 'via', 'operation', 'endpoint', 'pool', 'at', 'day', 'month', 'request_id'],
    nullableText: ['key_id', 'register'],
    counter: ['calls', 'units', 'overage_units', 'unit_grosz', 'overage_grosz', 'trial'],
    references: { account_id: 'accounts' },
  })
  await createIndexes(schema, 'ledger', { by_month: ['account_id', 'month'] })
  const overage = ['overage_units', 'overage_grosz']
  const partial = ['rejestr', 'announcement', 'bzp', 'risk']
  await createTable(schema, 'usage_months', {
    text: ['account_id', 'month'],
    counter: ['lookups', ...partial, 'rdf', 'pdfs', 'pdfs_api', 'reports', 'trial_requests', ...overage],
    primary: ['account_id', 'month'],
  })
  await createTable(schema, 'usage_days', {
    text: ['account_id', 'day'],
    counter: ['lookups', 'rdf', 'pdfs', 'wpv_checks', ...overage],
    primary: ['account_id', 'day'],
  })
  await createTable(schema, 'usage_endpoints', {
    text: ['account_id', 'month', 'endpoint', 'pool'],
    counter: ['calls', 'units'],
    primary: ['account_id', 'month', 'endpoint', 'pool'],
  })
  await createTable(schema, 'spend_cap_changes', {
    id: 'id',
    text: ['account_id', 'at', 'actor'],
    counter: ['overage_grosz'],
    nullableInteger: ['from_pln', 'to_pln'],
  })
  await createIndexes(schema, 'spend_cap_changes', { by_account: ['account_id', 'at'] })
}

export async function panel(schema: Schema): Promise<void> {
  await createTable(schema, 'users', {
    id: 'id',
    text: ['account_id', 'email', 'role', 'created_at'],
    nullableText: ['password_hash', 'disabled_at'],
    unique: { email: ['email'] },
    references: { account_id: 'accounts' },
  })
  await createTable(schema, 'sessions', {
    id: 'id',
    text: ['user_id', 'account_id', 'created_at', 'last_seen_at', 'expires_at'],
    nullableText: ['revoked_at'],
  })
  await createIndexes(schema, 'sessions', { by_account: ['account_id', 'expires_at'] })
  await createTable(schema, 'sign_up_links', {
    id: 'sha256',
    text: ['user_id', 'purpose', 'created_at', 'expires_at'],
    nullableText: ['used_at'],
  })
  await createTable(schema, 'job_locks', { id: 'name', text: ['holder', 'until'] })
}
