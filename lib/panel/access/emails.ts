import * as z from 'zod'

import { normaliseMailbox } from '@/lib/domain/mailbox'

/** How an e-mail is stored and compared: people do not remember the capitals they signed up with. */
export const normaliseEmail = (email: string): string => normaliseMailbox(email).slice(0, 254)

export const isEmail = (email: string): boolean => z.email().max(254).safeParse(email).success
