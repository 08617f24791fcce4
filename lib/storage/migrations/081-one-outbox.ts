import { type Kysely, sql } from 'kysely'

/**
 * E-mails become deliveries: each account has a channel of e-mails with its id, and rows of `mails`, queued or sent,
 * become deliveries under the same ids, with their attempts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['recipient', 'subject', 'body_text', 'body_html']) {
    await db.schema.alterTable('deliveries').addColumn(column, 'text').execute()
  }
  await sql`insert into channels (id, account_id, owner, kind, name, sealed_url, url_shown, state, created_at, updated_at)
    select account_id, account_id, '', 'email', '', '', '', 'on', min(created_at), min(created_at) from mails group by account_id`.execute(
    db,
  )
  await sql`insert into deliveries (id, account_id, channel_id, rule_id, notice_id, message_id, type, subject_key, message,
      language, recipient, subject, body_text, body_html, state, attempts, next_at, created_at, delivered_at, last_error, claimed_until)
    select id, account_id, account_id, alert_id, notice_id, id, kind, id, '',
      'pl', recipient, subject, body_text, body_html,
      case state when 'sent' then 'delivered' when 'failed' then 'dead' when 'unsent' then 'cancelled' else state end,
      attempts, next_at, created_at, sent_at, last_error, claimed_until
    from mails`.execute(db)
  await sql`insert into delivery_attempts (delivery_id, number, at, status, latency_ms, error, answer)
    select mail_id, number, at, code, latency_ms, case when error is null then null else 'mail_refused' end, error
    from mail_attempts`.execute(db)
  await db.schema.dropTable('mail_attempts').execute()
  await db.schema.dropTable('mails').execute()
}
