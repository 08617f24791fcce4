import type { ChannelTable } from '@/lib/features/deliveries/tables'
import { openKey, sealKey } from '@/lib/panel/secrets/key-custody'
import { openWithAny, type PanelSecrets } from '@/lib/panel/secrets/panel-secrets'

/** The channel's id is part of the sealing context, so a value copied to another channel cannot be opened. */
export const sealForChannel = (secrets: PanelSecrets, channelId: string, text: string): string =>
  sealKey(secrets.current(), channelId, text)

const open = (secrets: PanelSecrets, channelId: string, sealed: string): string | undefined =>
  openWithAny(secrets, (secret) => openKey(secret, channelId, sealed))

/** Undefined if no secret of the panel can open it, or the channel is deleted. */
export const channelUrl = (secrets: PanelSecrets, { id, sealed_url: sealed }: ChannelTable): string | undefined =>
  sealed === '' ? undefined : open(secrets, id, sealed)

/** The current secret first, then the previous one while it still signs. Undefined if they cannot be opened. */
export function signingSecrets(secrets: PanelSecrets, channel: ChannelTable, now: Date): readonly string[] | undefined {
  const { id, sealed_secret: sealed, sealed_previous_secret: before, previous_secret_until: until } = channel
  const current = sealed === null ? undefined : open(secrets, id, sealed)
  if (current === undefined) return undefined
  const previous = before !== null && (until ?? '') > now.toISOString() ? open(secrets, id, before) : undefined
  return previous === undefined ? [current] : [current, previous]
}
