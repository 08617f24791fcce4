'use client'

import { useTranslations } from 'use-intl'

import { locales, themes } from '@/lib/domain/format/locales'
import { pageKeys, pageOf } from '@/lib/domain/pages'
import { titleOfArticle, wordsOfArticle, wordsOfPage } from '@/lib/domain/palette-words'
import { helpPath } from '@/lib/domain/routes'
import { articles } from '@/lib/features/help/domain/articles'

import type { FrameActions, FrameData } from '../frame/frame-data'
import { findPage, mayOpen } from '../frame/navigation'
import { usePageName } from '../frame/use-page-name'
import { useViewer } from '../viewer'
import type { Command } from './commands'

interface CommandContext {
  readonly data: FrameData
  readonly actions: FrameActions
  readonly go: (href: string) => void
  readonly onHelp: () => void
}

/** Pages with an address of their own. */
const listedPages = pageKeys.filter((key) => pageOf(key).foundBy === undefined && !pageOf(key).path.endsWith('[id]'))

/** Every page that the person may open, actions that work anywhere, and the articles of the help. */
export function useCommands({ data, actions, go, onHelp }: CommandContext): readonly Command[] {
  const t = useTranslations('layout')
  const nameOf = usePageName()
  const { permitted } = useViewer()
  const pages = listedPages
    .filter((key) => mayOpen(key, permitted))
    .map((key): Command => {
      const { section, within } = pageOf(key)
      const group = within === 'settings' ? 'settings' : 'pages'
      return {
        id: key,
        group,
        label: nameOf(key),
        words: wordsOfPage(key),
        isSearchedOnly: group === 'pages' && section === undefined,
        run: () => go(findPage(key).href),
      }
    })
  const help = articles.map((article): Command => {
    return {
      id: `help-${article}`,
      group: 'help',
      label: titleOfArticle(article, data.locale),
      words: wordsOfArticle(article),
      isSearchedOnly: true,
      run: () => go(helpPath(article)),
    }
  })
  return [
    ...pages,
    ...help,
    {
      id: 'shortcuts',
      group: 'actions',
      label: t('shortcuts.title'),
      words: 'keyboard klawisze pomoc help',
      run: onHelp,
    },
    ...useChoices(data, actions),
    { id: 'sign-out', group: 'actions', label: t('user.signOut'), run: () => void actions.signOut() },
  ]
}

function useChoices(data: FrameData, actions: FrameActions): readonly Command[] {
  const t = useTranslations('layout')
  const languages = locales
    .filter((locale) => locale !== data.locale)
    .map((locale): Command => {
      const label = `${t('user.language')}: ${t(`languages.${locale}`)}`
      return { id: `locale-${locale}`, group: 'actions', label, run: () => void actions.setLocale(locale) }
    })
  const themeCommands = themes
    .filter((theme) => theme !== data.theme)
    .map((theme): Command => {
      const label = `${t('user.theme')}: ${t(`themes.${theme}`)}`
      return { id: `theme-${theme}`, group: 'actions', label, run: () => void actions.setTheme(theme) }
    })
  return [...languages, ...themeCommands]
}
