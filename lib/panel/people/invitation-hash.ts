import { createHash } from 'node:crypto'

/** What the store keeps of the token of an invitation. */
export const invitationHash = (token: string): string => createHash('sha256').update(token).digest('hex')
