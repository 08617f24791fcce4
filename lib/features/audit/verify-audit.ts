import type { Db, Storage } from '@/lib/storage/storage'

import type { AuditAnchor } from './audit-anchors'
import { type VerifiedChain, readChain } from './audit-chain'
import { keyedHash, plainHash } from './audit-hashes'
import { listEntriesAfter } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'
import type { AuditChainTable, AuditEntryTable } from './tables'

/**
 * `entry`: an entry was changed or is missing. `end`: the log does not end where the panel left it. `seal`: the stored
 * state of the chain was changed. `anchor`: an anchor contradicts the log.
 */
export type AuditProblem = 'entry' | 'end' | 'seal' | 'anchor'

export type AuditCheck = {
  /** Number of valid entries up to the first broken one, including those deleted after the retention period. */
  readonly entries: number
  readonly brokenAt: number | null
  readonly problem: AuditProblem | null
  readonly keptFrom: number
  readonly keyedFrom: number
  /** Number of anchors compared with the log; null without a file. */
  readonly anchors: number | null
}

type WalkInput = { readonly db: Db; readonly key: string; readonly accountId: string }
type ChainPosition = { readonly number: number; readonly hash: string }
type WalkResult = {
  readonly last: ChainPosition
  readonly brokenAt: number | null
  readonly problem: AuditProblem | null
}

const PAGE = 1000

/** Recomputes the whole chain of a snapshot and compares its end with the seal and the anchors. */
export function verifyAudit(
  storage: Pick<Storage, 'db' | 'readSnapshot'>,
  accountId: string,
  anchors?: readonly AuditAnchor[],
): Promise<AuditCheck> {
  const key = auditKeyOf(storage.db)
  return storage.readSnapshot(async (db) => {
    const read = await readChain(db, accountId, key)
    const accountAnchors = anchors?.filter((anchor) => anchor.account === accountId)
    const walked = await walkChain(
      { db, key, accountId },
      read.chain,
      new Map(accountAnchors?.map((each) => [each.entries, each.head])),
    )
    const { last, brokenAt, problem } = walked.problem ? walked : verifyEnd(walked, read, accountAnchors ?? [])
    const { kept_from: keptFrom, keyed_from: keyedFrom } = read.chain
    return { entries: last.number, brokenAt, problem, keptFrom, keyedFrom, anchors: accountAnchors?.length ?? null }
  })
}

async function walkChain(
  { db, key, accountId }: WalkInput,
  chain: AuditChainTable,
  heads: ReadonlyMap<number, string>,
) {
  let last: ChainPosition = { number: chain.kept_from - 1, hash: chain.kept_head }
  const broken = (problem: AuditProblem): WalkResult => ({ last, brokenAt: last.number + 1, problem })
  for (;;) {
    const entries = await listEntriesAfter(db, accountId, { number: last.number, limit: PAGE })
    for (const entry of entries) {
      const follows = entry.number === last.number + 1 && entry.previous_hash === last.hash
      if (!follows || !isHashValid(key, chain, entry)) return broken('entry')
      if ((heads.get(entry.number) ?? entry.hash) !== entry.hash) return broken('anchor')
      last = { number: entry.number, hash: entry.hash }
    }
    if (entries.length < PAGE) return { last, brokenAt: null, problem: null }
  }
}

function isHashValid(key: string, chain: AuditChainTable, { hash, ...entry }: AuditEntryTable): boolean {
  if (entry.number >= chain.keyed_from) return keyedHash(key, entry) === hash
  if (entry.number === chain.keyed_from - 1 && hash !== chain.base_head) return false
  // Entries of a lost key: only their links can be verified.
  return entry.number > chain.plain_until || plainHash(entry) === hash
}

function verifyEnd(walked: WalkResult, { chain, state }: VerifiedChain, anchors: readonly AuditAnchor[]): WalkResult {
  const { last } = walked
  const broken = (problem: AuditProblem): WalkResult => ({ last, brokenAt: last.number + 1, problem })
  if (anchors.some(({ entries }) => entries > last.number)) return broken('anchor')
  const boundaryAnchor = anchors.find(({ entries }) => entries === chain.kept_from - 1)
  if (boundaryAnchor && boundaryAnchor.head !== chain.kept_head)
    return { ...broken('anchor'), brokenAt: chain.kept_from }
  if (state === 'broken') return broken('seal')
  return chain.entries === last.number && chain.head === last.hash ? walked : broken('end')
}
