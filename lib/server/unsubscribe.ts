import 'server-only'
import { readSubscription, type Subscription, unsubscribe } from '@/lib/panel/spend/unsubscribe'

import { getRuntime } from './runtime'

/** What the link of a mail stands for now; changes nothing. */
export function readUnsubscribe(token: string): Promise<Subscription> {
  const { storage, secret } = getRuntime()
  return readSubscription({ storage, secret, token })
}

/** Takes the mailbox that the link was sent to off its alert. */
export function doUnsubscribe(token: string): Promise<'unknown' | 'ended'> {
  const { storage, secret } = getRuntime()
  return unsubscribe({ storage, secret, token }, new Date())
}
