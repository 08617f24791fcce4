'use server'

import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'

import { isLocale, isTheme } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'
import { localeCookie, themeCookie } from '@/lib/server/i18n'
import { endSession, savePreference } from '@/lib/server/sign-in'

const YEAR_S = 365 * 24 * 3600
const preference = { path: '/', maxAge: YEAR_S, sameSite: 'lax' } as const

// Arguments of a server action come from a browser, so they are checked despite their types.
export async function setLocale(locale: unknown): Promise<void> {
  if (!isLocale(locale)) return
  const store = await cookies()
  store.set(localeCookie, locale, preference)
  await savePreference({ locale })
}

export async function setTheme(theme: unknown): Promise<void> {
  if (!isTheme(theme)) return
  const store = await cookies()
  store.set(themeCookie, theme, preference)
  await savePreference({ theme })
}

export async function signOut(): Promise<void> {
  const store = await cookies()
  store.set(await endSession(store, await headers()))
  redirect(routes.signIn)
}
