import { filterContent } from '@/lib/contract/filters'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { peselRuns } from '@/lib/domain/identifiers/pesel-runs'
import type { AuditDetails } from '@/lib/features/audit/domain/audit-words'
import type { PanelParsed } from '@/lib/features/contract'
import { HttpError } from '@/lib/http/errors'
import type { CallService, PanelHandlersOf } from '@/lib/panel/context'
import { pick } from '@/lib/panel/json-field'

import { recordPersons } from './record-persons'
import { eachMonitor, eachPerson } from './watched-records'

export const personalHandlers: PanelHandlersOf<'personal'> = {
  'personal.reveal': async ({ body }, context) => {
    const { value, of } = await findValue(context.callService, body)
    if (value === undefined) throw new HttpError('not_found', 'There is no such value')
    const { kind, id } = body
    const field = body.kind === 'filter' ? 'content' : body.field
    // Recorded before the value is returned: a value that cannot be recorded is not revealed.
    const change = { action: 'personal.reveal', target: String(id), after: { kind, field, value, ...of } } as const
    await recordPersons(context, change, checkIdentifier('pesel', value).ok ? [canonicalValue(value)] : [])
    return { value }
  },
  'personal.export': async ({ body }, context) => {
    const wanted = new Set(body.ids)
    const items: { id: string; identifier_value: string | null; label: string | null }[] = []
    const persons: string[] = []
    for await (const monitor of eachMonitor(context.callService)) {
      const { id, identifier_type: type, identifier_value = null, label = null } = monitor
      if (wanted.delete(id)) {
        items.push({ id, identifier_value, label })
        if (type === 'pesel' && identifier_value !== null) persons.push(identifier_value)
      }
      if (wanted.size === 0) break
    }
    await recordPersons(context, { action: 'personal.export', after: { monitors: items.length } }, persons)
    return { items }
  },
  'personal.exportFilters': async ({ body }, context) => {
    const wanted = new Set(body.ids)
    const { items } = await context.callService('filters.list', { query: {} })
    const chosen = items
      .filter(({ id }) => wanted.has(id))
      .map(({ id, name = '', content }) => ({ id, name, content: filterContent.parse(content ?? {}) }))
    const persons = chosen.flatMap(({ name, content }) => [name, ...valuesOf(content)].flatMap(personsIn))
    await recordPersons(context, { action: 'personal.export', after: { filters: chosen.length } }, persons)
    return { items: chosen }
  },
  'personal.known': async ({ body }, context) => {
    const positions = positionsOf(body.values)
    const known: { index: number; id: string }[] = []
    for await (const { id, identifier_value: value } of eachPerson(context.callService)) {
      const indexes = value ? positions.get(value) : undefined
      known.push(...(indexes ?? []).map((index) => ({ index, id })))
    }
    const validNumbers = [...positions.keys()].filter((value) => checkIdentifier('pesel', value).ok)
    await recordPersons(
      context,
      { action: 'personal.known', after: { asked: validNumbers.length, known: known.length } },
      validNumbers,
    )
    return { known: known.toSorted((a, b) => a.index - b.index) }
  },
  'personal.filters': async ({ body }, { callService }) => {
    const wanted = canonicalValue(body.value)
    const { items } = await callService('filters.list', { query: {} })
    return { ids: items.filter((filter) => valuesOf(filter.content).includes(wanted)).map(({ id }) => id) }
  },
}

type FoundValue = { readonly value: string | undefined; readonly of: AuditDetails }

/**
 * The service's current value and its person; undefined if the record has no such value. A missing record is the
 * service's 404.
 */
async function findValue(callService: CallService, body: PanelParsed<'personal.reveal'>['body']): Promise<FoundValue> {
  switch (body.kind) {
    case 'monitor': {
      const monitor = await callService('monitors.get', { params: { id: body.id } })
      return { value: monitor[body.field] ?? undefined, of: pick(monitor, ['subject_name']) }
    }
    case 'event': {
      // The interface cannot return a single event, so this requests the one after the previous id.
      const { items } = await callService('updates.list', { query: { since: body.id - 1, limit: 1 } })
      const event = items.find(({ id }) => id === body.id)
      return { value: event?.[body.field] ?? undefined, of: pick(event, ['source', 'subject_name']) }
    }
    case 'filter': {
      const { name, content } = await callService('filters.get', { params: { filter_id: body.id } })
      return { value: valuesOf(content).find((value) => value === body.value), of: pick({ name }, ['name']) }
    }
  }
}

const valuesOf = (content: object | null | undefined): string[] =>
  Object.values<unknown>({ ...content })
    .flat()
    .filter((value) => typeof value === 'string')

/** Persons' numbers in a value or a name, found by the same rule as those that are masked. */
const personsIn = (text: string): string[] =>
  peselRuns(text, ({ digits }) => checkIdentifier('pesel', digits).ok).map(({ digits }) => digits)

function canonicalValue(raw: string): string {
  const checked = checkIdentifier('pesel', raw)
  return checked.ok ? checked.value : raw
}

/** Positions of each number; one may occur several times. */
function positionsOf(values: readonly string[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [index, raw] of values.entries()) {
    const value = canonicalValue(raw)
    positions.set(value, [...(positions.get(value) ?? []), index])
  }
  return positions
}
