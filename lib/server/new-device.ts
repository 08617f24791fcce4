import 'server-only'
import { putNewDeviceMail } from '@/lib/features/auth/new-device'
import { deliverSoon } from '@/lib/features/deliveries/sender'

import { getRuntime } from './runtime'

/** Runs in the background after a sign-in and never delays it. */
export function notifyNewDevice(sessionId: string): void {
  const { storage, mail, log } = getRuntime()
  if (mail.mailer === null) return
  const now = new Date()
  putNewDeviceMail(storage, sessionId, now).then(
    () => deliverSoon({ storage, mail, log, now }),
    (error: unknown) => log.error({ err: error }, 'the e-mail about a new sign-in could not be created'),
  )
}
