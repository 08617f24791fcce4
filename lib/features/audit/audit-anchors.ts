import { open, readFile } from 'node:fs/promises'

import type { Logger } from 'pino'
import * as z from 'zod'

import { parseJson } from '@/lib/domain/collections/json'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'
import type { Storage } from '@/lib/storage/storage'

import { anchorProof, hashesMatch } from './audit-hashes'
import { findChain, listChains } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'

const anchorLine = z.object({
  at: z.string(),
  account: z.string(),
  slug: z.string(),
  /** Number of entries in its log, and the hash of the last one. */
  entries: z.number(),
  head: z.string(),
  /** Set in the last anchor of a log, which was deleted with its account. */
  ended_by: z.literal('deletion').optional(),
  /** HMAC over the other fields; it cannot be forged without the key of the log. */
  proof: z.string(),
})
/** State of a log at an instant, recorded outside the database. */
export type AuditAnchor = z.output<typeof anchorLine>

const proofOf = (key: string, { at, account, slug, entries, head, ended_by }: Omit<AuditAnchor, 'proof'>): string =>
  anchorProof(key, [at, account, slug, entries, head, ended_by ?? ''])

export type AnchorFileContent = {
  readonly anchors: readonly AuditAnchor[]
  /** Line numbers, from 1, of lines that were not written with this key. */
  readonly foreign: readonly number[]
}

export async function readAnchors(file: string, key: string): Promise<AnchorFileContent> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const anchors: AuditAnchor[] = []
  const foreign: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const anchor = anchorLine.safeParse(parseJson(line)).data
    if (anchor && hashesMatch(proofOf(key, anchor), anchor.proof)) anchors.push(anchor)
    else foreign.push(index + 1)
  }
  return { anchors, foreign }
}

/** Where anchors are written, and whether the last write failed. */
export type AnchorTarget = {
  /** Undefined if the operator configured no file: then anchors are only in the process log. */
  readonly file: string | undefined
  isFailing(): boolean
  write(lines: readonly AuditAnchor[]): Promise<void>
}

export function anchorTargetOf(file: string | undefined): AnchorTarget {
  let failing = false
  return {
    file,
    isFailing: () => failing,
    write: async (lines) => {
      if (file === undefined) return
      failing = true
      await appendLines(file, lines)
      failing = false
    },
  }
}

/** Appends whole lines and waits until they are on disk. */
async function appendLines(file: string, lines: readonly AuditAnchor[]): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Number of anchored entries by account. It is in memory, so that access to the database is not enough to fake that
 * everything is anchored.
 */
const anchoredEntries = new WeakMap<AnchorTarget, Map<string, number>>()

type AnchorInput = {
  readonly storage: Storage
  readonly place: AnchorTarget
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly now: Date
}

/**
 * Writes an anchor for every log that has grown since the last one. A failed write is logged and retried with the next
 * run.
 */
export async function anchorLogs(anchoring: AnchorInput): Promise<void> {
  const { place, log } = anchoring
  const anchored = anchoredEntries.get(place) ?? new Map<string, number>()
  anchoredEntries.set(place, anchored)
  const lines = await newAnchors(anchoring, anchored)
  if (lines.length === 0) return
  for (const line of lines) log.info({ event: 'audit.anchor', ...line }, 'anchor of an audit log')
  try {
    await place.write(lines)
  } catch (error) {
    const fields = { event: 'audit.anchorFailed', err: error, file: place.file }
    log.error(fields, 'anchors of the audit log were not written')
    return
  }
  for (const { account, entries } of lines) anchored.set(account, entries)
}

async function newAnchors({ storage, log, now }: AnchorInput, anchored: ReadonlyMap<string, number>) {
  const slugs = new Map((await listAccountRows(storage.db)).map(({ id, slug }) => [id, slug]))
  const key = auditKeyOf(storage.db)
  const lines: AuditAnchor[] = []
  for (const { account_id: account, entries, head } of await listChains(storage.db)) {
    const before = anchored.get(account) ?? 0
    if (before === entries) continue
    if (before > entries) {
      const fields = { event: 'audit.shortened', account, anchored: before, entries }
      log.error(fields, 'an audit log is shorter than its anchor')
    }
    const line = { at: now.toISOString(), account, slug: slugs.get(account) ?? '', entries, head }
    lines.push({ ...line, proof: proofOf(key, line) })
  }
  return lines
}

/**
 * Writes the last anchor of a log that is deleted with its account. Throws if it cannot be written, because the log
 * would look tampered with.
 */
export async function anchorDeletedLog({ storage, place, log, now }: AnchorInput, account: string): Promise<void> {
  const chain = await findChain(storage.db, account)
  if (!chain) return
  const { entries, head } = chain
  const line = { at: now.toISOString(), account, slug: '', entries, head, ended_by: 'deletion' as const }
  const anchor = { ...line, proof: proofOf(auditKeyOf(storage.db), line) }
  log.info({ event: 'audit.anchor', ...anchor }, 'anchor of an audit log')
  await place.write([anchor])
}
