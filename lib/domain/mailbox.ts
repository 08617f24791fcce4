/** One mailbox, whatever capitals its address was typed with. */
export const mailboxOf = (address: string): string => address.trim().normalize('NFKC').toLowerCase()

/** Each mailbox once, as it was typed first. */
export function uniqueMailboxes(addresses: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const address of addresses) if (!known.has(mailboxOf(address))) known.set(mailboxOf(address), address)
  return [...known.values()]
}
