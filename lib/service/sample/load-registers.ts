import type { Context } from '../context'
import { loadRdfDocuments } from './load-rdf-documents'
import { loadRegisterEntries } from './load-register-entries'
import { loadRelations } from './load-relations'

/** What the registers hold beside announcements, in the transaction of the caller. */
export async function loadRegisters(db: Context['db'], now: Date): Promise<void> {
  await loadRegisterEntries(db, now)
  await loadRdfDocuments(db, now)
  await loadRelations(db, now)
}
