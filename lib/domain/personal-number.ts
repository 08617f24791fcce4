/** Eleven digits are a PESEL or may be one: they stay out of addresses, history, referrers and saved views. */
export const holdsPersonalNumber = (text: string): boolean => /\d{11}/.test(text.replace(/[\s-]/g, ''))
