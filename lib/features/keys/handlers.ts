import { type AuditedChange, recordChange } from '@/lib/features/audit/audit'
import { HttpError, ValidationError } from '@/lib/http/errors'
import type { PanelContext, PanelHandlersOf } from '@/lib/panel/context'
import type { RemoteConnection } from '@/lib/panel/remote-accounts'
import { toFingerprint } from '@/lib/panel/secrets/key-custody'
import { findAccount, updateAccount } from '@/lib/service/accounts/statements/accounts'
import { inAccount } from '@/lib/storage/engine/account-lock'

import type { ConnectionCheck, ServiceConnection } from './contract'

/** The service knows the key and refuses for another reason. */
const accepted: readonly ConnectionCheck['state'][] = ['ok', 'payment_required', 'rate_limited']
const untestable: readonly ConnectionCheck['state'][] = ['unreachable', 'unknown_shape']

export const connectionHandlers: PanelHandlersOf<'connection'> = {
  'connection.read': (_input, context) => readConnection(context),
  'connection.test': async ({ body }, context) => {
    const apiKey = requireKey(body.api_key)
    return { fingerprint: toFingerprint(apiKey), check: await remoteOf(context).check({ apiKey }) }
  },
  'connection.set': async ({ body }, context) => {
    const remote = remoteOf(context)
    const apiKey = requireKey(body.api_key)
    const check = await remote.check({ apiKey })
    requireAccepted(check, body.untested)
    const isTested = accepted.includes(check.state)
    await replaceKey(context, remote.seal(apiKey), {
      action: 'connection.set',
      after: { fingerprint: toFingerprint(apiKey), ...(!isTested && { untested: true }) },
    })
    return readConnection(context)
  },
  'connection.remove': async (_input, context) => {
    remoteOf(context)
    await replaceKey(context, null, { action: 'connection.remove' })
    return readConnection(context)
  },
}

function remoteOf({ remote }: PanelContext): RemoteConnection {
  if (remote) return remote
  throw new HttpError('conflict', 'The service is part of this installation and needs no key of the panel')
}

/** Allows what fits in a header: printable ASCII without blanks. The error does not repeat the key. */
function requireKey(text: string): string {
  const apiKey = text.trim()
  if (/^[\x21-\x7e]{8,500}$/.test(apiKey)) return apiKey
  const msg = 'A key has 8 to 500 characters, letters, digits and signs without blanks'
  throw new ValidationError([{ loc: ['body', 'api_key'], msg, type: 'value_error' }])
}

function requireAccepted(check: ConnectionCheck, mayBeUntested: boolean): void {
  const { state } = check
  if (accepted.includes(state)) return
  if (!untestable.includes(state)) {
    throw new HttpError('key_refused', 'The service refused the key; it was not stored', { extra: { check } })
  }
  if (!mayBeUntested) {
    throw new HttpError('key_untested', 'The key could not be tested; it was not stored', { extra: { check } })
  }
}

/**
 * Replaces the key with an audit entry that names keys by their fingerprints. Does nothing if there was no key to
 * remove.
 */
async function replaceKey(context: PanelContext, sealed: string | null, change: AuditedChange): Promise<void> {
  const { account } = context
  const remote = remoteOf(context)
  await inAccount(context, async (db) => {
    const previousKey = (await findAccount(db, account.id))?.sealed_api_key ?? null
    if (previousKey === null && sealed === null) return
    await updateAccount(db, account.id, { sealed_api_key: sealed })
    const [was, is] = [remote.keyInUse(previousKey), remote.keyInUse(sealed)]
    const before = { key_source: was.source, fingerprint: was.fingerprint }
    const after = { key_source: is.source, fingerprint: is.fingerprint, ...change.after }
    await recordChange(db, context, { ...change, target: account.id, before, after })
  })
}

async function readConnection(context: PanelContext): Promise<ServiceConnection> {
  const { remote, storage, account, now } = context
  if (!remote) {
    const key = { source: 'none', fingerprint: null, fallback: 'none' } as const
    return { mode: 'embedded', host: null, key, check: embeddedCheck(now) }
  }
  const sealedApiKey = (await findAccount(storage.db, account.id))?.sealed_api_key ?? null
  const check = await remote.check({ sealedApiKey })
  return { mode: 'remote', host: remote.host, key: remote.keyInUse(sealedApiKey), check }
}

const embeddedCheck = (now: Date): ConnectionCheck => ({
  state: 'ok',
  status: null,
  code: null,
  message: null,
  latency_ms: 0,
  rate_limit: null,
  checked_at: now.toISOString(),
})
