import { createHash, type KeyObject, sign } from 'node:crypto'

import { warsawDay } from '@/lib/domain/calendar'
import { type FileTable, lazyTable } from '@/lib/domain/files/file-table'
import { csvHead, csvRow } from '@/lib/domain/files/table-csv'
import { dayFileColumns, endpointColumns } from '@/lib/domain/files/usage-columns'
import { capChangesTable } from '@/lib/domain/files/usage-file'
import { poolShares } from '@/lib/domain/usage/pool-shares'
import { zipOf } from '@/lib/http/zip-stream'
import { type DrawingSteps, runInSlices } from '@/lib/pdf/slices'

import type { PackContent } from './content'
import { monthsOfPeriod } from './gather'
import { renderPackPdf } from './pdf'
import { publicKeyOf } from './signing'

export type PackFile = {
  readonly name: string
  readonly media: string
  readonly bytes: Uint8Array
  readonly sha256: string
}
export type PackFiles = {
  /** The frozen JSON, byte for byte. */
  readonly json: string
  readonly jsonSha256: string
  readonly pdf: PackFile
  readonly zip: PackFile
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Creates the files of a pack. The same content gives the same bytes. */
export async function makePack(content: PackContent, key: KeyObject): Promise<PackFiles> {
  const base = baseName(content)
  const json = `${JSON.stringify(content, null, 2)}\n`
  const jsonSha256 = sha256(json)
  const pdf = await renderPackPdf(content, jsonSha256)
  const texts: readonly (readonly [string, string])[] = [
    [`${base}.json`, json],
    [`${base}-dni.csv`, await csvOf(daysTable(content))],
    [`${base}-endpointy.csv`, await csvOf(endpointsTable(content))],
    [`${base}-limit.csv`, await csvOf(capChangesTable(content.cap.changes))],
  ]
  const inner = new Map<string, Uint8Array>([[`${base}.pdf`, pdf]])
  for (const [name, text] of texts) inner.set(name, new TextEncoder().encode(text))
  const manifest = manifestOf(content, inner, publicKeyOf(key))
  inner.set('manifest.json', manifest)
  inner.set('manifest.sig', new TextEncoder().encode(`${sign(null, manifest, key).toString('base64')}\n`))
  const zip = await zipOf(inner, new Date(content.frozen_at))
  return {
    json,
    jsonSha256,
    pdf: { name: `${base}.pdf`, media: 'application/pdf', bytes: pdf, sha256: sha256(pdf) },
    zip: { name: `${base}.zip`, media: 'application/zip', bytes: zip, sha256: sha256(zip) },
  }
}

/** For example `zamkniecie-2026-10`; a period other than a calendar month is named by its first and last day. */
function baseName(content: PackContent): string {
  const { period, kind } = content
  const months = monthsOfPeriod(period)
  const [first, last] = [warsawDay(new Date(period.start)), warsawDay(new Date(Date.parse(period.end) - 1))]
  const span = months.length === 1 ? months[0] : `${first}-${last}`
  return `${kind === 'closed' ? 'zamkniecie' : 'wstepne'}-${span}`
}

/**
 * Lists the archive's files with their hashes, so that they can be verified without this panel. The signature is in a
 * separate file.
 */
function manifestOf(content: PackContent, files: ReadonlyMap<string, Uint8Array>, publicKey: string): Uint8Array {
  const { account, period, kind, frozen_at, audit } = content
  const entries = [...files].map(([name, bytes]) => ({ name, bytes: bytes.byteLength, sha256: sha256(bytes) }))
  const signature = { algorithm: 'Ed25519', file: 'manifest.sig', public_key: publicKey }
  const manifest = { version: 2, kind, account, period, frozen_at, amounts: 'net', audit, files: entries, signature }
  return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`)
}

async function csvOf({ columns, rows }: FileTable): Promise<string> {
  const lines = [csvHead(columns)]
  await runInSlices(
    (function* (): DrawingSteps {
      for (const row of rows) {
        lines.push(csvRow(columns, row))
        yield
      }
    })(),
  )
  return lines.join('')
}

const daysTable = ({ days }: PackContent): FileTable => lazyTable('dni', dayFileColumns, days)

function endpointsTable({ endpoints }: PackContent): FileTable {
  const shares = poolShares(endpoints)
  const lines = endpoints.map((line, at) => ({ ...line, share: shares[at] }))
  return lazyTable('endpointy', endpointColumns, lines)
}
