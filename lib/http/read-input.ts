import * as z from 'zod'

import { DEFAULT_MAX_BODY_BYTES, isPaid, type Operation } from '@/lib/contract/operation'

import { bodyNotJson, bodyTooLarge, ValidationError } from './errors'
import { parsePart } from './validation'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Whether a JSON text is nested deeper than `levels`. Brackets in strings do not count; invalid JSON is scanned as far
 * as possible.
 */
export function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (OPENING.has(code)) depth += 1
    else if (CLOSING.has(code)) depth -= 1
    if (depth > levels) return true
  }
  return false
}

function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

type OperationInput = Pick<Operation, 'params' | 'query' | 'body' | 'maxBodyBytes'> & Parameters<typeof isPaid>[0]

/** Reads and validates all input of an operation. Throws 413, 415 and 422. */
export async function readInput(request: Request, operation: OperationInput, params: Readonly<Record<string, string>>) {
  const input: Record<string, unknown> = {}
  if (operation.params) input['params'] = parsePart(operation.params, 'path', params)
  const query = isPaid(operation) ? refuseUnknown(operation.query) : operation.query
  if (query) input['query'] = parsePart(query, 'query', queryOf(request))
  if (operation.body) input['body'] = parsePart(operation.body, 'body', await readJson(request, operation))
  return input
}

const emptySchema = z.strictObject({})
const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>()

/** A paid operation refuses unknown parameters, so that a typing mistake is not charged. */
function refuseUnknown(schema: z.ZodType = emptySchema): z.ZodType {
  if (!(schema instanceof z.ZodObject)) return schema
  const strictSchema = strictSchemas.get(schema) ?? schema.strict()
  strictSchemas.set(schema, strictSchema)
  return strictSchema
}

/** A parameter given once is a text, a repeated one is a list. */
function queryOf(request: Request): Record<string, string | string[]> {
  const start = request.url.indexOf('?')
  if (start === -1) return {}
  const values = new Map<string, string | string[]>()
  for (const [key, value] of new URLSearchParams(request.url.slice(start))) {
    const before = values.get(key)
    values.set(key, before === undefined ? value : [before, value].flat())
  }
  // Unlike assignment, this makes `__proto__` an ordinary key.
  return Object.fromEntries(values)
}

async function readJson(request: Request, operation: OperationInput): Promise<unknown> {
  const type = mediaType(request)
  if (type !== undefined && type !== 'application/json') {
    throw bodyNotJson()
  }
  const text = await readBodyText(request, operation.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES)
  if (text === '') throw new ValidationError([{ loc: ['body'], msg: 'Field required', type: 'missing' }])
  if (type === undefined) throw bodyNotJson()
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw notJson(error instanceof Error ? withoutSnippet(error.message) : undefined)
  }
}

function notJson(error = 'Not valid JSON') {
  return new ValidationError([{ loc: ['body'], msg: 'JSON decode error', type: 'json_invalid', ctx: { error } }])
}

/** The engine quotes the text around the error, which may be a personal number. */
const withoutSnippet = (message: string): string => message.replace(/, (?:\.\.\.)?"[^]*$/, '').slice(0, 80)

/** The content type without its parameters; undefined if the header is absent. */
export const mediaType = ({ headers }: Request): string | undefined =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()

/** Deeper than any of our bodies; functions that traverse JSON recurse for every level. */
const MAX_DEPTH = 50

/**
 * Reads the body; '' if there is none. Stops at `maxBytes`, whatever Content-Length said, and throws 413. Throws 422
 * for invalid UTF-8 and for JSON that is nested too deeply.
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string> {
  const text = await readUtf8(request, maxBytes)
  if (isNestedDeeper(text, MAX_DEPTH)) throw notJson(`The body is nested more than ${MAX_DEPTH} levels deep`)
  return text
}

async function readUtf8(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes)
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw bodyTooLarge(maxBytes)
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    // Other encodings would be stored as replacement characters.
    throw notJson('The body is not UTF-8')
  }
}
