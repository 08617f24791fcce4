import * as z from 'zod'

import { mailboxOf } from '@/lib/domain/mailbox'

/** How an e-mail is stored and compared: people do not remember the capitals they signed up with. */
export const normaliseEmail = (email: string): string => mailboxOf(email).slice(0, 254)

export const isEmail = (email: string): boolean => z.email().max(254).safeParse(email).success
