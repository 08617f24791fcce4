import type { ConnectionCheck, KeyInUse } from '@/lib/contract/panel/connection'

/** The way to a remote service as one account. The keys themselves stay behind it. */
export type RemoteConnection = {
  readonly host: string
  /** As of now, which is not what the call began with. */
  keyInUse(sealedApiKey: string | null): KeyInUse
  /** Asks the service once with the given key, or with the one that is sealed. Never rejects. */
  check(key: { readonly apiKey: string } | { readonly sealedApiKey: string | null }): Promise<ConnectionCheck>
  seal(apiKey: string): string
}
