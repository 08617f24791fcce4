'use client'

import { useTranslations } from 'use-intl'

import { locales, themes } from '@/lib/domain/locales'

import type { Command } from './commands'
import type { FrameActions, FrameData } from './frame-data'
import { builtNavigation, mayUse } from './navigation'

interface CommandContext {
  readonly data: FrameData
  readonly actions: FrameActions
  readonly go: (href: string) => void
  readonly onHelp: () => void
}

/** Every page that the role may use, and what can be done from anywhere. */
export function useCommands({ data, actions, go, onHelp }: CommandContext): readonly Command[] {
  const t = useTranslations('layout')
  const pages = builtNavigation()
    .flatMap((section) => section.items)
    .filter((item) => mayUse(item, data.user.role))
    .map((item): Command => ({ id: item.key, group: 'pages', label: t(`pages.${item.key}`), run: () => go(item.href) }))
  const languages = locales
    .filter((locale) => locale !== data.locale)
    .map((locale): Command => {
      const label = `${t('user.language')}: ${t(`languages.${locale}`)}`
      return { id: `locale-${locale}`, group: 'actions', label, run: () => void actions.setLocale(locale) }
    })
  const looks = themes
    .filter((theme) => theme !== data.theme)
    .map((theme): Command => {
      const label = `${t('user.theme')}: ${t(`themes.${theme}`)}`
      return { id: `theme-${theme}`, group: 'actions', label, run: () => void actions.setTheme(theme) }
    })
  return [
    ...pages,
    { id: 'help', group: 'actions', label: t('shortcuts.title'), run: onHelp },
    ...languages,
    ...looks,
    { id: 'sign-out', group: 'actions', label: t('user.signOut'), run: () => void actions.signOut() },
  ]
}
