/** Formats a NIP as `405-543-30-09`; other text is returned unchanged. */
export const showNip = (nip: string): string => nip.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1-$2-$3-$4')
