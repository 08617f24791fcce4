/** `405-543-30-09`: as a NIP is written; anything else as it came. */
export const showNip = (nip: string): string => nip.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1-$2-$3-$4')
