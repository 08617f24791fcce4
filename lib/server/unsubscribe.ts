import 'server-only'
import { readSubscription, type Subscription, unsubscribe } from '@/lib/features/deliveries/unsubscribe'
import { mailIdIn } from '@/lib/features/deliveries/unsubscribe-links'
import { openWithAny } from '@/lib/panel/secrets/panel-secrets'

import { getRuntime } from './runtime'

/** The secret that signed the link, because the mail may be older than the present secret. */
function secretOf(token: string): string {
  const { secret, secrets } = getRuntime()
  return openWithAny(secrets, (each) => (mailIdIn(each, token) === undefined ? undefined : each)) ?? secret
}

/** State of the subscription behind a mail's link; changes nothing. */
export function readUnsubscribe(token: string): Promise<Subscription> {
  return readSubscription({ storage: getRuntime().storage, secret: secretOf(token), token })
}

export function doUnsubscribe(token: string): Promise<'unknown' | 'ended'> {
  return unsubscribe({ storage: getRuntime().storage, secret: secretOf(token), token }, new Date())
}
