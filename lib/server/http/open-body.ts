import 'server-only'
import { parseJson } from '@/lib/domain/collections/json'
import { mayHoldSealed, type OpenFault, openSealed } from '@/lib/features/personal-data/personal-seal'
import { ValidationError } from '@/lib/http/errors'

import type { PanelSession } from '../session'
import { sessionSealer } from './session-sealer'

/** The body of a write with its masked values decrypted. Throws a 422 that names those that cannot be decrypted. */
export function openBody(json: string, session: PanelSession): string {
  if (!mayHoldSealed(json)) return json
  const parsed = parseJson(json)
  // The service reports invalid JSON.
  if (parsed === undefined) return json
  const { value, faults } = openSealed(parsed, sessionSealer(session))
  if (faults.length > 0) throw new ValidationError(faults.map(toDetail))
  return JSON.stringify(value)
}

/** The same for a panel operation, after its schema. */
export function openInput(input: Record<string, unknown>, session: PanelSession): Record<string, unknown> {
  if (input['body'] === undefined) return input
  const { value, faults } = openSealed(input['body'], sessionSealer(session))
  if (faults.length > 0) throw new ValidationError(faults.map(toDetail))
  return { ...input, body: value }
}

const toDetail = ({ path, message }: OpenFault) => ({ loc: ['body', ...path], msg: message, type: 'masked_value' })
