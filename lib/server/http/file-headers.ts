import 'server-only'
import type { Operation } from '@/lib/contract/operation'
import { maskMistyped } from '@/lib/domain/identifiers/identifiers'
import { attachment } from '@/lib/http/attachment'

type Row = Pick<Operation, 'produces' | 'media' | 'ranged'>

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/x-ndjson': 'ndjson',
  'application/xml': 'xml',
  'application/zip': 'zip',
  'text/csv': 'csv',
  'text/x-ndjson': 'ndjson',
}
/** Media type of a file that is not what its operation declares; browsers only save it. */
const UNKNOWN_MEDIA = 'application/octet-stream'
const MAX_NAME_LENGTH = 150
const BODILESS = [204, 205, 304]

/** The file name for a service that gives none, e.g. `krs.pdf` and `0000012345`. */
export type FileNaming = { readonly name: string; readonly params: Readonly<Record<string, string>> }

/**
 * Ensures that a browser never treats a response as a page of this origin: every response has the media type of its
 * operation, and a file is always a download with a plain name.
 */
export function setAnswerHeaders(row: Row, naming: FileNaming, answer: Response): void {
  const { headers } = answer
  if (row.produces !== 'file' || !answer.ok) return setPlainHeaders(answer)
  const type = headers.get('content-type') ?? ''
  if (!isPart(row, answer, type)) headers.set('content-type', declaredType(row, type))
  const name = givenName(headers.get('content-disposition') ?? '') ?? generatedName(row, naming, type)
  headers.set('content-disposition', attachment(name))
}

/** Reading the body would replace an embedded service's response with a new one that has other headers. */
function setPlainHeaders({ headers, status }: Response): void {
  headers.delete('content-disposition')
  if (BODILESS.includes(status)) headers.delete('content-type')
  else headers.set('content-type', 'application/json')
}

const mediaOf = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? ''

/** A response with several ranges contains their types itself. */
const isPart = ({ ranged }: Row, { status }: Response, type: string): boolean =>
  ranged === true && status === 206 && mediaOf(type) === 'multipart/byteranges'

/** The declared spelling of the type, which drops all parameters except a text's charset. */
function declaredType({ media = [] }: Row, type: string): string {
  const declared = media.find((each) => each === mediaOf(type))
  if (declared === undefined) return UNKNOWN_MEDIA
  return declared.startsWith('text/') ? `${declared}; charset=utf-8` : declared
}

/** Removes everything unsafe in a file name: folders, invisible characters, and personal numbers. */
const tidyName = (name: string): string =>
  shortenName(
    maskMistyped(name)
      .replaceAll(/[\p{C}"\\/:*?<>|]+/gu, '-')
      .replace(/^[.\s-]+/, '')
      .replace(/[.\s]+$/, ''),
  )

/** Cuts at whole characters and keeps the file extension. */
function shortenName(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= MAX_NAME_LENGTH) return name
  const [extension = ''] = /\.\w{1,8}$/.exec(name) ?? []
  return `${characters.slice(0, MAX_NAME_LENGTH - extension.length).join('')}${extension}`
}

/** The name in the service's header; the extended form takes precedence over the plain one. */
function givenName(disposition: string): string | undefined {
  const [, extended] = /filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? []
  const [, quoted, unquoted] = /filename\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(disposition) ?? []
  return tidyName(decodeExtendedValue(extended) ?? decodeUtf8(quoted ?? unquoted ?? '')) || undefined
}

/** Headers are read byte by byte, but many services write raw UTF-8 into them. */
function decodeUtf8(name: string): string {
  if (!/[\x80-\xff]/.test(name) || /[^\0-\xff]/.test(name)) return name
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'))
  } catch {
    return name
  }
}

function decodeExtendedValue(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function generatedName(row: Row, { name, params }: FileNaming, type: string): string {
  const extension = EXTENSIONS[mediaOf(declaredType(row, type))] ?? 'bin'
  return `${tidyName([name, ...Object.values(params)].join('-'))}.${extension}`
}
