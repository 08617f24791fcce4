/** The full key, in a component's state and nowhere else: no cache, no storage, no address ever has it. */
export type MadeKey = { readonly name: string; readonly secret: string }

/** The key exists and cannot be shown: it has to be deactivated and made again. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError'
}

/** Throws for an answer without the key. */
export function toMadeKey(name: string, secret: string | undefined): MadeKey {
  if (!secret) throw new MissingSecretError('the answer has no secret')
  return { name, secret }
}
