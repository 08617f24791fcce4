import { open, readFile } from 'node:fs/promises'

import type { Logger } from 'pino'
import * as z from 'zod'

import { parseJson } from '@/lib/domain/collections/json'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'
import type { Storage } from '@/lib/storage/storage'

import { anchorProof, fits } from './audit-hashes'
import { findChain, listChains } from './statements/audit'
import { auditKeyOf } from './statements/audit-key'

const anchorLine = z.object({
  /** ISO. */
  at: z.string(),
  /** Id and name of the account. */
  account: z.string(),
  slug: z.string(),
  /** How many entries its log had, and the hash of the last one. */
  entries: z.number(),
  head: z.string(),
  /** Of the last anchor of a log: it left with its account. */
  ended_by: z.literal('deletion').optional(),
  /** HMAC over the others: nobody without the key of the log makes such a line. */
  proof: z.string(),
})
/** What a log had at an instant, written down outside the database. */
export type AuditAnchor = z.output<typeof anchorLine>

const proofOf = (key: string, { at, account, slug, entries, head, ended_by }: Omit<AuditAnchor, 'proof'>): string =>
  anchorProof(key, [at, account, slug, entries, head, ended_by ?? ''])

export type AnchorsRead = {
  readonly anchors: readonly AuditAnchor[]
  /** Lines of the file, counted from 1, that this key did not make. */
  readonly foreign: readonly number[]
}

/** The anchors of a file. Throws when it cannot be read. */
export async function readAnchors(file: string, key: string): Promise<AnchorsRead> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const anchors: AuditAnchor[] = []
  const foreign: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const anchor = anchorLine.safeParse(parseJson(line)).data
    if (anchor && fits(proofOf(key, anchor), anchor.proof)) anchors.push(anchor)
    else foreign.push(index + 1)
  }
  return { anchors, foreign }
}

/** Where anchors go, and whether the last one could be written. */
export type AnchorPlace = {
  /** Undefined where the operator chose none: then they stand in the log alone. */
  readonly file: string | undefined
  isFailing(): boolean
  write(lines: readonly AuditAnchor[]): Promise<void>
}

export function anchorPlaceOf(file: string | undefined): AnchorPlace {
  let failing = false
  return {
    file,
    isFailing: () => failing,
    write: async (lines) => {
      if (file === undefined) return
      failing = true
      await append(file, lines)
      failing = false
    },
  }
}

/** Whole lines at the end of the file, on the disk before it says so. */
async function append(file: string, lines: readonly AuditAnchor[]): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What was anchored last, by account; of this process, so that nobody with the database can say that all is anchored. */
const anchored = new WeakMap<AnchorPlace, Map<string, number>>()

type Anchoring = {
  readonly storage: Storage
  readonly place: AnchorPlace
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly now: Date
}

/** Writes an anchor of every log that has grown since the last one. A file that cannot be written is told in the log; it is tried again. */
export async function anchorLogs(anchoring: Anchoring): Promise<void> {
  const { place, log } = anchoring
  const known = anchored.get(place) ?? new Map<string, number>()
  anchored.set(place, known)
  const lines = await newAnchors(anchoring, known)
  if (lines.length === 0) return
  for (const line of lines) log.info({ event: 'audit.anchor', ...line }, 'anchor of an audit log')
  try {
    await place.write(lines)
  } catch (error) {
    const fields = { event: 'audit.anchorFailed', err: error, file: place.file }
    log.error(fields, 'anchors of the audit log were not written')
    return
  }
  for (const { account, entries } of lines) known.set(account, entries)
}

async function newAnchors({ storage, log, now }: Anchoring, known: ReadonlyMap<string, number>) {
  const slugs = new Map((await listAccountRows(storage.db)).map(({ id, slug }) => [id, slug]))
  const key = auditKeyOf(storage.db)
  const lines: AuditAnchor[] = []
  for (const { account_id: account, entries, head } of await listChains(storage.db)) {
    const before = known.get(account) ?? 0
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

/** The last anchor of a log that leaves with its account. Throws when it cannot be written: the log would seem to be taken away. */
export async function anchorEnd({ storage, place, log, now }: Anchoring, account: string): Promise<void> {
  const chain = await findChain(storage.db, account)
  if (!chain) return
  const { entries, head } = chain
  const line = { at: now.toISOString(), account, slug: '', entries, head, ended_by: 'deletion' as const }
  const anchor = { ...line, proof: proofOf(auditKeyOf(storage.db), line) }
  log.info({ event: 'audit.anchor', ...anchor }, 'anchor of an audit log')
  await place.write([anchor])
}
