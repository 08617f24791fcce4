/** One mailbox, whatever capitals its address was typed with. */
export const normaliseMailbox = (address: string): string => address.trim().normalize('NFKC').toLowerCase()

/** Each mailbox once, as it was typed first. */
export function uniqueMailboxes(addresses: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const address of addresses)
    if (!known.has(normaliseMailbox(address))) known.set(normaliseMailbox(address), address)
  return [...known.values()]
}
