import * as z from 'zod'

/** How an e-mail is stored and compared: people do not remember the capitals they signed up with. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase().slice(0, 254)

export const isEmail = (email: string): boolean => z.email().max(254).safeParse(email).success
