import 'server-only'
import * as z from 'zod'

import { type Operation, personalDataRoles } from '@/lib/contract/operation'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { asksForPerson, seesPersonalData } from '@/lib/http/mask-personal'

import type { PanelSession } from '../session'
import { openCursor } from './session-sealer'

type Row = Pick<Operation, 'query' | 'produces' | 'unmasked'>

/** Who may not see a personal number may not look for one either: what is found would tell whether it is there. */
export function requirePersonalDataRole(row: Row, { user }: PanelSession, { searchParams }: URL): void {
  if (asksForPerson(row, user.role, searchParams)) throw personRefused()
}

/** The same of what a read asks for in its body. */
export function requireNoPersonIn(json: string, { user }: PanelSession): void {
  if (!seesPersonalData(user.role) && textsIn(json).some(isPersonalNumber)) throw personRefused()
}

const personRefused = () =>
  new HttpError('role_required', 'Your role may not search by a personal number', {
    extra: { roles: personalDataRoles },
  })

/** The values of a JSON text, as far as they could be numbers; of what is none the whole. */
function textsIn(json: string): string[] {
  const texts: string[] = []
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
      return null
    })
  } catch {
    return [json]
  }
  return texts
}

/**
 * What a call asks of the service: the parameters that its row declares and no other, since nobody knows what a service would
 * make of them (`?pesel=44`), with the cursor opened. Throws 422 for a cursor that this panel did not give out.
 */
export function askedUrl(row: Row, session: PanelSession, url: URL): URL {
  const asked = new URL(url)
  const declared = row.query instanceof z.ZodObject ? Object.keys(row.query.shape) : []
  const given = [...url.searchParams].filter(([key]) => declared.includes(key))
  asked.search = new URLSearchParams(
    given.map(([key, value]) => [key, opened(row, session, { key, value })]),
  ).toString()
  return asked
}

/** A call of the panel's own with the cursor opened that an earlier answer gave out; the rest of its address stays. */
export function withOpenCursor(row: Row, session: PanelSession, url: URL): URL {
  const value = url.searchParams.get('cursor')
  const isDeclared = row.query instanceof z.ZodObject && 'cursor' in row.query.shape
  if (value === null || !isDeclared) return url
  const asked = new URL(url)
  asked.searchParams.set('cursor', opened(row, session, { key: 'cursor', value }))
  return asked
}

type Given = { readonly key: string; readonly value: string }

/** A file hands out its own cursor, inside of what is recorded. */
function opened({ produces, unmasked }: Row, session: PanelSession, { key, value }: Given): string {
  if (key !== 'cursor' || produces === 'file' || unmasked === true) return value
  const cursor = openCursor(session, value)
  if (cursor !== undefined) return cursor
  const msg = 'Input should be a cursor of an earlier page'
  throw new ValidationError([{ loc: ['query', 'cursor'], msg, type: 'value_error' }])
}
