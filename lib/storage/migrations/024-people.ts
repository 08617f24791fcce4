import { type Kysely, sql } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable, type Schema } from './schema'

/**
 * A person is a user in any number of accounts; permissions within an account are a membership. Sessions and links are
 * created again, because they have new columns, so everybody has to sign in once.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await usersAndMembers(schema)
  await readEvents(schema)
  for (const table of ['event_marks', 'event_reads', 'sign_up_links', 'sessions', 'users']) {
    await db.schema.dropTable(table).execute()
  }
  for (const table of ['users', 'event_reads', 'event_marks']) {
    await db.schema.alterTable(`${table}_024`).renameTo(table).execute()
  }
  await sessions(schema)
  await secondFactors(schema)
  await accountSettings(schema)
}

async function usersAndMembers(schema: Schema): Promise<void> {
  await createTable(schema, 'users_024', {
    id: 'id',
    text: ['email', 'created_at', 'muted_mail'],
    nullableText: ['name', 'locale', 'theme', 'password_hash', 'password_set_at', 'disabled_at'],
    unique: { email: ['email'] },
  })
  await sql`
    insert into users_024 (id, email, created_at, password_hash, disabled_at, muted_mail)
    select id, email, created_at, password_hash, disabled_at, '[]' from users`.execute(schema.db)
  await createTable(schema, 'members', {
    text: ['account_id', 'user_id', 'role', 'created_at'],
    nullableText: ['disabled_at', 'last_seen_at'],
    primary: ['account_id', 'user_id'],
    references: { account_id: 'accounts', user_id: 'users_024' },
  })
  await createIndexes(schema, 'members', { by_user: ['user_id'] })
  await sql`
    insert into members (account_id, user_id, role, created_at, last_seen_at)
    select account_id, id, role, created_at,
      (select max(last_seen_at) from sessions where sessions.user_id = users.id) from users`.execute(schema.db)
  await createTable(schema, 'invitations', {
    id: 'id',
    text: ['account_id', 'email', 'role', 'sha256', 'invited_by', 'created_at', 'sent_at', 'expires_at'],
    nullableText: ['accepted_at', 'withdrawn_at'],
    counter: ['is_mailed'],
    unique: { sha256: ['sha256'] },
    references: { account_id: 'accounts', invited_by: 'users_024' },
  })
  await createIndexes(schema, 'invitations', { by_account: ['account_id', 'email'] })
}

/** Read events are counted per account. */
async function readEvents(schema: Schema): Promise<void> {
  await createTable(schema, 'event_reads_024', {
    text: ['account_id', 'user_id'],
    counter: ['up_to', 'previous_up_to', 'turn'],
    primary: ['account_id', 'user_id'],
    references: { account_id: 'accounts', user_id: 'users_024' },
  })
  await sql`
    insert into event_reads_024 (account_id, user_id, up_to, previous_up_to, turn)
    select users.account_id, user_id, up_to, previous_up_to, turn
    from event_reads join users on users.id = user_id`.execute(schema.db)
  await createTable(schema, 'event_marks_024', {
    text: ['account_id', 'user_id'],
    counter: ['turn', 'event_id', 'is_read'],
    primary: ['account_id', 'user_id', 'turn', 'event_id'],
    references: { account_id: 'accounts', user_id: 'users_024' },
  })
  await sql`
    insert into event_marks_024 (account_id, user_id, turn, event_id, is_read)
    select users.account_id, user_id, turn, event_id, is_read
    from event_marks join users on users.id = user_id`.execute(schema.db)
}

async function sessions(schema: Schema): Promise<void> {
  await createTable(schema, 'sessions', {
    id: 'id',
    text: [
      'user_id',
      'account_id',
      'method',
      'address',
      'device',
      'created_at',
      'last_seen_at',
      'proved_at',
      'expires_at',
    ],
    nullableText: ['revoked_at'],
    counter: ['second_factor'],
    references: { user_id: 'users', account_id: 'accounts' },
  })
  await createIndexes(schema, 'sessions', {
    by_account: ['account_id', 'expires_at'],
    by_user: ['user_id', 'expires_at'],
  })
  await createTable(schema, 'one_time_links', {
    id: 'sha256',
    text: ['user_id', 'purpose', 'created_at', 'expires_at'],
    nullableText: ['email', 'used_at'],
    references: { user_id: 'users' },
  })
  await createIndexes(schema, 'one_time_links', { by_user: ['user_id'] })
}

async function secondFactors(schema: Schema): Promise<void> {
  await createTable(schema, 'authenticator_apps', {
    id: 'user_id',
    text: ['sealed_secret', 'created_at'],
    nullableText: ['confirmed_at', 'last_used_at'],
    counter: ['last_step'],
    references: { user_id: 'users' },
  })
  await createTable(schema, 'recovery_codes', {
    text: ['user_id', 'hash'],
    counter: ['number'],
    nullableText: ['used_at'],
    primary: ['user_id', 'number'],
    references: { user_id: 'users' },
  })
  await createTable(schema, 'passkeys', {
    id: 'id',
    text: ['user_id', 'public_key', 'transports', 'name', 'created_at'],
    nullableText: ['last_used_at'],
    counter: ['counter', 'is_backed_up'],
    references: { user_id: 'users' },
  })
  await createIndexes(schema, 'passkeys', { by_user: ['user_id'] })
  await createTable(schema, 'sign_in_challenges', {
    id: 'id',
    text: ['purpose', 'value', 'created_at', 'expires_at'],
    nullableText: ['user_id', 'used_at'],
    counter: ['tries'],
    references: { user_id: 'users' },
  })
  await createTable(schema, 'identities', {
    text: ['issuer', 'subject', 'user_id', 'created_at'],
    nullableText: ['last_used_at'],
    primary: ['issuer', 'subject'],
    references: { user_id: 'users' },
  })
  await createIndexes(schema, 'identities', { by_user: ['user_id'] })
}

/** One row per account, created when an owner first changes a setting; a null column means the default. */
async function accountSettings(schema: Schema): Promise<void> {
  await createTable(schema, 'account_settings', {
    id: 'account_id',
    nullableText: ['second_factor_required_at', 'spending_roles'],
    nullableInteger: ['session_idle_minutes', 'event_months', 'audit_months', 'draft_days'],
    references: { account_id: 'accounts' },
  })
}
