import 'server-only'
import * as z from 'zod'

import { type Operation, personalDataRoles } from '@/lib/contract/operation'
import { isPersonalNumber } from '@/lib/domain/identifiers/personal-query'
import { HttpError, ValidationError } from '@/lib/http/errors'
import { isForbiddenPersonQuery, seesPersonalData } from '@/lib/http/mask-personal'

import type { PanelSession } from '../session'
import { openCursor } from './session-sealer'

type Row = Pick<Operation, 'query' | 'produces' | 'unmasked'>

/** A role that sees no personal numbers may not search for one either, because a hit would reveal that it exists. */
export function requirePersonalDataRole(row: Row, { user }: PanelSession, { searchParams }: URL): void {
  if (isForbiddenPersonQuery(row, user.role, searchParams)) throw personSearchRefusal()
}

/** The same for a read with a JSON body. */
export function requireNoPersonIn(json: string, { user }: PanelSession): void {
  if (!seesPersonalData(user.role) && textsIn(json).some(isPersonalNumber)) throw personSearchRefusal()
}

const personSearchRefusal = () =>
  new HttpError('role_required', 'Your role may not search by a personal number', {
    extra: { roles: personalDataRoles },
  })

/** The values of a JSON text that could be numbers; the whole text when it is not JSON. */
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
 * The address for the service: only declared parameters, because a service might interpret others in unknown ways
 * (`?pesel=44`), and the cursor decrypted. Throws 422 for a cursor that this panel did not issue.
 */
export function serviceUrl(row: Row, session: PanelSession, url: URL): URL {
  const upstreamUrl = new URL(url)
  const declared = row.query instanceof z.ZodObject ? Object.keys(row.query.shape) : []
  const declaredEntries = [...url.searchParams].filter(([key]) => declared.includes(key))
  upstreamUrl.search = new URLSearchParams(
    declaredEntries.map(([key, value]) => [key, openedParameter(row, session, { key, value })]),
  ).toString()
  return upstreamUrl
}

/** The address of a panel call with its cursor decrypted; the rest stays unchanged. */
export function withOpenCursor(row: Row, session: PanelSession, url: URL): URL {
  const value = url.searchParams.get('cursor')
  const isDeclared = row.query instanceof z.ZodObject && 'cursor' in row.query.shape
  if (value === null || !isDeclared) return url
  const openedUrl = new URL(url)
  openedUrl.searchParams.set('cursor', openedParameter(row, session, { key: 'cursor', value }))
  return openedUrl
}

type ParameterInput = { readonly key: string; readonly value: string }

/** Cursors of file operations are part of the recorded content, so they are not encrypted. */
function openedParameter({ produces, unmasked }: Row, session: PanelSession, { key, value }: ParameterInput): string {
  if (key !== 'cursor' || produces === 'file' || unmasked === true) return value
  const cursor = openCursor(session, value)
  if (cursor !== undefined) return cursor
  const msg = 'Input should be a cursor of an earlier page'
  throw new ValidationError([{ loc: ['query', 'cursor'], msg, type: 'value_error' }])
}
