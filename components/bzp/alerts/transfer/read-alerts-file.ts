import { splitCpvTexts } from '@/lib/domain/cpv'
import { foldLine } from '@/lib/domain/fold'

export type AlertsFileFault =
  | { readonly kind: 'empty' | 'shape' | 'none' }
  | { readonly kind: 'json'; readonly detail: string }
  | { readonly kind: 'many'; readonly count: number }

/** Faults that can be detected before an alert is sent; the panel checks the rest. */
export type AlertVerdict = 'type' | 'name' | 'nameLong' | 'filter' | 'twice' | 'taken'

export interface ReadAlert {
  readonly value: unknown
  readonly name: string | undefined
  readonly verdict: AlertVerdict | undefined
}

/**
 * Equal to `MAX_IMPORTED_ALERTS` and the maximum length of a name; the contract's module would add its schemas to the
 * bundle.
 */
export const MAX_IMPORTED = 200
const MAX_NAME = 80

type JsonObject = Readonly<Record<string, unknown>>
const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): { readonly value: unknown } | AlertsFileFault {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { kind: 'json', detail: error instanceof Error ? error.message : '' }
  }
}

/** Reads the alerts of a file, each with its first fault. `existingNames` are the names the account already uses. */
export function readAlertsFile(
  text: string,
  existingNames: readonly string[],
): { readonly alerts: readonly ReadAlert[] } | { readonly fault: AlertsFileFault } {
  if (text.trim() === '') return { fault: { kind: 'empty' } }
  const parsed = parse(text.replace(/^\uFEFF/, ''))
  if ('kind' in parsed) return { fault: parsed }
  const items = listOf(parsed.value)
  if (items === undefined) return { fault: { kind: 'shape' } }
  if (items.length === 0) return { fault: { kind: 'none' } }
  if (items.length > MAX_IMPORTED) return { fault: { kind: 'many', count: items.length } }
  const usedNames = new Set(existingNames.map(foldLine))
  const fileNames = new Set<string>()
  return { alerts: items.map((value) => readAlert(value, usedNames, fileNames)) }
}

function listOf(value: unknown): readonly unknown[] | undefined {
  const list = isJsonObject(value) ? value['items'] : value
  return Array.isArray(list) ? list : undefined
}

function readAlert(value: unknown, usedNames: ReadonlySet<string>, fileNames: Set<string>): ReadAlert {
  if (!isJsonObject(value)) return { value, name: undefined, verdict: 'type' }
  const { name: rawName, filter } = value
  const name = typeof rawName === 'string' && rawName.trim() !== '' ? rawName.replace(/\s+/g, ' ').trim() : undefined
  const verdict = verdictOf(name, filter, { taken: usedNames, fileNames })
  if (name !== undefined) fileNames.add(foldLine(name))
  return { value: isJsonObject(filter) ? { ...value, filter: withSplitCodes(filter) } : value, name, verdict }
}

/** A text may contain several codes, as in tender documents; each becomes a separate value. */
function withSplitCodes(filter: JsonObject): JsonObject {
  const { cpv } = filter
  if (!Array.isArray(cpv)) return filter
  return { ...filter, cpv: cpv.flatMap((text: unknown) => (typeof text === 'string' ? splitCpvTexts(text) : [text])) }
}

interface Names {
  readonly taken: ReadonlySet<string>
  readonly fileNames: ReadonlySet<string>
}

function verdictOf(name: string | undefined, filter: unknown, { taken, fileNames }: Names): AlertVerdict | undefined {
  if (name === undefined) return 'name'
  if (name.length > MAX_NAME) return 'nameLong'
  if (!isJsonObject(filter)) return 'filter'
  if (fileNames.has(foldLine(name))) return 'twice'
  return taken.has(foldLine(name)) ? 'taken' : undefined
}
