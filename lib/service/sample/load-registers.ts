import { claimMeta } from '@/lib/storage/meta'

import type { Context, ServiceDependencies } from '../context'
import { loadRdfDocuments } from './load-rdf-documents'
import { loadRegisterEntries } from './load-register-entries'
import { loadRelations } from './load-relations'

type Part = {
  readonly table: 'register_entries' | 'rdf_documents' | 'relations'
  readonly load: (db: Context['db'], now: Date) => Promise<void>
}

/** What the registers hold beside announcements. */
const parts: readonly Part[] = [
  { table: 'register_entries', load: loadRegisterEntries },
  { table: 'rdf_documents', load: loadRdfDocuments },
  { table: 'relations', load: loadRelations },
]

/**
 * Loads the parts that are missing, also into a store that was filled before there was such a part. Each remembers itself in
 * the transaction that loads it; one that was loaded before parts did is known by its rows.
 */
export async function loadRegisters({ storage, clock }: ServiceDependencies): Promise<void> {
  for (const { table, load } of parts) {
    await storage.db.transaction().execute(async (db) => {
      if (!(await claimMeta(db, `sample_${table}`, 'on'))) return
      const known = await db.selectFrom(table).select('id').limit(1).executeTakeFirst()
      if (!known) await load(db, clock())
    })
  }
}
