import { createIndexes, createSequence, createTable, type Schema } from './schema'

export async function monitoring(schema: Schema): Promise<void> {
  await createTable(schema, 'sequences', { id: 'name', counter: ['value'] })
  await createSequence(schema, 'monitors')
  await createSequence(schema, 'monitor_events')
  await createSequence(schema, 'bzp_notices')
  await createSequence(schema, 'report_jobs')
  await createTable(schema, 'monitors', {
    id: 'id',
    text: ['account_id', 'search_text', 'created_at'],
    nullableText: [
      'identifier_type',
      'identifier_value',
      'filter_id',
      'label',
      'subject_name',
      'last_event_at',
      'last_event_source',
    ],
    counter: ['position'],
    // NULLs are distinct in both engines, so monitors of filters never collide here.
    unique: { identifier: ['account_id', 'identifier_type', 'identifier_value'] },
  })
  await createIndexes(schema, 'monitors', {
    by_account: ['account_id', 'position'],
    by_filter: ['filter_id'],
    by_identifier: ['identifier_type', 'identifier_value'],
  })
  await createTable(schema, 'monitor_tags', {
    text: ['monitor_id', 'account_id', 'tag'],
    primary: ['monitor_id', 'tag'],
    references: { monitor_id: 'monitors' },
    cascade: ['monitor_id'],
  })
  await createIndexes(schema, 'monitor_tags', { by_tag: ['account_id', 'tag', 'monitor_id'] })
  await filters(schema)
  await createTable(schema, 'monitor_events', {
    text: [
      'account_id',
      'monitor_id',
      'source',
      'announcement_id',
      'identifier_type',
      'identifier_value',
      'created_at',
    ],
    nullableText: ['subject_name', 'title'],
    counter: ['id'],
    primary: ['id'],
  })
  await createIndexes(schema, 'monitor_events', { by_account: ['account_id', 'id'], by_monitor: ['monitor_id', 'id'] })
}

async function filters(schema: Schema): Promise<void> {
  await createTable(schema, 'filters', {
    id: 'id',
    text: ['account_id', 'name', 'content', 'created_at', 'updated_at'],
    counter: ['item_count'],
  })
  await createIndexes(schema, 'filters', { by_account: ['account_id', 'name'] })
  await createTable(schema, 'filter_items', {
    text: ['filter_id', 'account_id', 'kind', 'value'],
    primary: ['filter_id', 'kind', 'value'],
    references: { filter_id: 'filters' },
    cascade: ['filter_id'],
  })
  await createIndexes(schema, 'filter_items', { by_value: ['kind', 'value'] })
}

export async function publications(schema: Schema): Promise<void> {
  await createTable(schema, 'announcements', {
    id: 'id',
    text: ['source', 'day', 'published_at', 'name', 'title', 'row'],
    nullableText: ['nip', 'krs', 'pesel', 'subject_id', 'signature'],
  })
  await createIndexes(schema, 'announcements', { by_day: ['source', 'day', 'id'] })
  await createTable(schema, 'daily_reports', {
    id: 'id',
    text: ['report_date', 'source', 'format', 'sha256', 'file', 'generated_at', 'expires_at'],
    counter: ['row_count', 'size_bytes'],
    unique: { of_day: ['report_date', 'source', 'format'] },
  })
  await createTable(schema, 'report_jobs', {
    id: 'id',
    text: ['account_id', 'status', 'source', 'format', 'date_from', 'date_to', 'created_at'],
    nullableText: [
      'filter_id',
      'monitor_tag',
      'sha256',
      'file',
      'error',
      'finished_at',
      'expires_at',
      'claimed_by',
      'claimed_until',
    ],
    nullableInteger: ['row_count', 'size_bytes'],
    counter: ['position'],
  })
  await createIndexes(schema, 'report_jobs', {
    by_account: ['account_id', 'position'],
    by_status: ['status', 'position'],
  })
  await subjectsAndNotices(schema)
}

async function subjectsAndNotices(schema: Schema): Promise<void> {
  await createTable(schema, 'subjects', {
    id: 'id',
    text: ['kind', 'name', 'status'],
    nullableText: [
      'krs',
      'nip',
      'regon',
      'pesel',
      'legal_form',
      'city',
      'province',
      'street',
      'vat_status',
      'registered_on',
    ],
    nullableInteger: ['share_capital'],
  })
  await createIndexes(schema, 'subjects', {
    by_krs: ['krs'],
    by_nip: ['nip'],
    by_regon: ['regon'],
    by_pesel: ['pesel'],
  })
  await createTable(schema, 'bzp_notices', {
    id: 'id',
    text: [
      'tender_id',
      'notice_number',
      'title',
      'description',
      'authority',
      'authority_nip',
      'authority_key',
      'city',
      'city_key',
      'province_code',
      'order_type',
      'cpv',
      'published_at',
      'day',
      'search_text',
    ],
    counter: ['position'],
  })
  await createIndexes(schema, 'bzp_notices', { by_time: ['published_at'], by_position: ['position'] })
}
