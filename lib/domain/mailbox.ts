/** One mailbox, whatever capitals its address was typed with. */
export const normaliseMailbox = (address: string): string => address.trim().normalize('NFKC').toLowerCase()
