import type { Kysely } from 'kysely'

import type { Engine } from '../storage'
import { createIndexes, createTable } from './schema'

/** Lists of KNF, UOKiK and SUDOP, documents of RDF, and roles in companies. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const schema = { db, engine }
  await createTable(schema, 'register_entries', {
    id: 'id',
    text: ['register', 'day', 'search_text', 'row'],
    nullableText: ['nip', 'krs'],
    nullableInteger: ['section'],
    counter: ['position'],
  })
  await createIndexes(schema, 'register_entries', {
    by_register: ['register', 'position'],
    by_section: ['register', 'section', 'position'],
    by_nip: ['register', 'nip', 'position'],
  })
  await createTable(schema, 'rdf_documents', {
    id: 'id',
    text: ['company_id', 'period_start', 'period_end', 'filed_on', 'row'],
    nullableText: ['financials'],
    counter: ['kind_code'],
  })
  await createIndexes(schema, 'rdf_documents', { by_company: ['company_id', 'period_end'] })
  await createTable(schema, 'relations', {
    id: 'id',
    text: ['company_id', 'holder_id', 'holder_kind', 'holder_name', 'role', 'detail'],
    nullableText: ['since', 'until'],
  })
  await createIndexes(schema, 'relations', { by_company: ['company_id'], by_holder: ['holder_id'] })
}
