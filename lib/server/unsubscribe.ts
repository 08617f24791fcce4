import 'server-only'
import { readSubscription, type Subscription, unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import { mailIdIn } from '@/lib/features/deliveries/unsubscribe-links'
import { openWithAny } from '@/lib/panel/secrets/panel-secrets'

import { getRuntime } from './runtime'

/** The one that the link was signed under: a mail may be older than the present one. */
function secretOf(token: string): string {
  const { secret, secrets } = getRuntime()
  return openWithAny(secrets, (each) => (mailIdIn(each, token) === undefined ? undefined : each)) ?? secret
}

/** What the link of a mail stands for now; changes nothing. */
export function readUnsubscribe(token: string): Promise<Subscription> {
  return readSubscription({ storage: getRuntime().storage, secret: secretOf(token), token })
}

/** Takes the mailbox that the link was sent to off its alert. */
export function doUnsubscribe(token: string): Promise<'unknown' | 'ended'> {
  return unsubscribe({ storage: getRuntime().storage, secret: secretOf(token), token }, new Date())
}
