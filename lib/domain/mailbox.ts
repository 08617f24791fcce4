/** Normalises an address, so that capitals make no difference. */
export const normaliseMailbox = (address: string): string => address.trim().normalize('NFKC').toLowerCase()
