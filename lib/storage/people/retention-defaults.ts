import { keepsAll, type KeptTerms } from '@/lib/domain/retention'

import { findMeta, lockMeta, putMeta } from '../meta'
import type { Db } from '../storage'

/** How long accounts keep what their owners decided nothing about, as the operator set it. */
const DEFAULTS = 'retention_defaults'

export const readRetentionDefaults = async (db: Db): Promise<KeptTerms> => termsIn(await findMeta(db, DEFAULTS))

/** The same for a transaction that changes it. */
export const lockRetentionDefaults = async (db: Db): Promise<KeptTerms> => termsIn(await lockMeta(db, DEFAULTS))

export const writeRetentionDefaults = (db: Db, terms: KeptTerms): Promise<void> =>
  putMeta(db, DEFAULTS, JSON.stringify(terms))

// Sound: only `writeRetentionDefaults` writes it.
const termsIn = (json: string | undefined): KeptTerms => ({
  ...keepsAll,
  ...(json !== undefined && (JSON.parse(json) as KeptTerms)),
})
