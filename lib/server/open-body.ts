import 'server-only'
import { mayHoldSealed, type OpenFault, openSealed } from '@/lib/panel/personal-seal'
import { InvalidInput } from '@/lib/service/errors'

import { sealerOf } from './mask-answer'
import { ownInvalid } from './own-error'
import type { PanelSession } from './session'

/** The body of a write with its masked values opened, or the 422 that names those which cannot be. */
export function openBody(json: string, session: PanelSession): string | Response {
  if (!mayHoldSealed(json)) return json
  const parsed = parse(json)
  // The service says what is wrong with it.
  if (parsed === undefined) return json
  const { value, faults } = openSealed(parsed, sealerOf(session))
  return faults.length > 0 ? ownInvalid(faults.map(toPlace)) : JSON.stringify(value)
}

/** The same for one of the panel's own operations, after its schema. */
export function openInput(input: Record<string, unknown>, session: PanelSession): Record<string, unknown> {
  if (input['body'] === undefined) return input
  const { value, faults } = openSealed(input['body'], sealerOf(session))
  if (faults.length > 0) throw new InvalidInput(faults.map(toPlace))
  return { ...input, body: value }
}

const toPlace = ({ path, message }: OpenFault) => ({ loc: ['body', ...path], msg: message, type: 'masked_value' })

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}
