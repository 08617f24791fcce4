import type { SourceFault } from './source-table'
import { isArchive } from './workbook/archive'

/** What a file is, by what is in it and not by its name. */
export type FileKind = 'workbook' | 'text' | SourceFault

const SIGNATURES: readonly (readonly [string, SourceFault])[] = [
  ['{\\rtf', 'word'],
  ['\u0089PNG', 'image'],
  ['\u00FF\u00D8\u00FF', 'image'],
  ['GIF8', 'image'],
  ['\u001F\u008B', 'archive'],
  ['7z\u00BC\u00AF', 'archive'],
  ['Rar!', 'archive'],
  // A sheet of Excel from before its files had parts.
  ['\u0009\u0008\u0010\u0000', 'old_excel'],
  ['\u0009\u0004\u0006\u0000', 'old_excel'],
  ['\u0009\u0002\u0006\u0000', 'old_excel'],
]
const COMPOUND = '\u00D0\u00CF\u0011\u00E0'
/** Names in the directory of a file of old Office, where each letter takes two bytes. */
const STREAMS: readonly (readonly [string, SourceFault])[] = [
  ['EncryptedPackage', 'password'],
  ['WordDocument', 'word'],
  ['Workbook', 'old_excel'],
  ['Book', 'old_excel'],
]
/** Some writers put a line before the sign of a PDF. */
const PDF_WITHIN = 1024

const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

function compoundKind(bytes: Uint8Array): SourceFault {
  const text = new TextDecoder('latin1').decode(bytes)
  const wide = (name: string) => Array.from(name, (letter) => `${letter}\u0000`).join('')
  return STREAMS.find(([name]) => text.includes(wide(name)))?.[1] ?? 'old_excel'
}

export function kindOfBytes(bytes: Uint8Array): FileKind {
  const head = latin(bytes.subarray(0, PDF_WITHIN))
  if (head.startsWith(COMPOUND)) return compoundKind(bytes)
  const signed = SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1]
  if (signed !== undefined) return signed
  if (/(^|[\r\n])%PDF-/.test(head) || head.startsWith('%PDF')) return 'pdf'
  return isArchive(bytes) ? 'workbook' : 'text'
}

const SAMPLE = 20_000

function countOf(text: string, isWanted: (code: number) => boolean): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) if (isWanted(text.charCodeAt(at))) count += 1
  return count
}

const XML_KINDS: readonly (readonly [RegExp, SourceFault])[] = [
  [/urn:schemas-microsoft-com:office:spreadsheet/, 'xml_2003'],
  [/<html[\s>]/i, 'html'],
  [/iso:std:iso:20022:tech:xsd:(camt|pain)\./, 'camt'],
  [/<(?:\w+:)?JPK[\s>]/, 'jpk'],
]

const kindOfXml = (text: string): SourceFault => XML_KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'xml'

/** Text that is no list: by its control characters, and by how other kinds of text begin. */
export function faultOfText(text: string): SourceFault | undefined {
  const sample = text.slice(0, SAMPLE).replace(/^\uFEFF/, '')
  if (/^\s*(?:<!--[^>]*-->\s*)?<(!doctype html|html|head|meta|body|table|div|style)[\s>]/i.test(sample)) return 'html'
  if (/^\s*<(\?xml|!doctype|[\w:]+\s[^>]*xmlns)/i.test(sample)) return kindOfXml(sample)
  if (/^MIME-Version:/im.test(sample) && /^Content-Type:\s*multipart/im.test(sample)) return 'mhtml'
  if (/^\s*(\{1:F01|:20:)/.test(sample) && /^:(25|60[FM]|61):/m.test(sample)) return 'mt940'
  if (/^\s*(\{\s*"|\[\s*\{\s*")/.test(sample)) return 'json'
  const controls = countOf(sample, (code) => (code > 0 && code < 9) || (code > 13 && code < 32) || code === 127)
  const nuls = countOf(sample, (code) => code === 0)
  return controls > sample.length * 0.01 || nuls > sample.length * 0.2 ? 'binary' : undefined
}
