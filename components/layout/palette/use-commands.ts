'use client'

import { useTranslations } from 'use-intl'

import { type Locale, locales, themes } from '@/lib/domain/format/locales'
import type { PageKey } from '@/lib/domain/pages'
import { titleOfTopic, type Topic, wordsOfPage, wordsOfTopic } from '@/lib/domain/palette-words'

import type { FrameActions, FrameData } from '../frame/frame-data'
import { findPage, mayUse, type NavItem, navigation, settingsPages } from '../frame/navigation'
import { usePageName } from '../frame/use-page-name'
import type { Command } from './commands'

interface CommandContext {
  readonly data: FrameData
  readonly actions: FrameActions
  readonly go: (href: string) => void
  readonly onHelp: () => void
}

/** The page that answers each help topic. */
const topics: Readonly<Record<Topic, PageKey>> = {
  blocked: 'spendCap',
  overage: 'usage',
  statement: 'usage',
  mail: 'notifications',
  import: 'monitorsImport',
  export: 'monitors',
  tags: 'monitors',
  certificate: 'monitors',
  persons: 'personalData',
  rotate: 'settingsApi',
  rate: 'reference',
}

/** Every page that the role may use, actions that work anywhere, and help topics. */
export function useCommands({ data, actions, go, onHelp }: CommandContext): readonly Command[] {
  const t = useTranslations('layout')
  const nameOf = usePageName()
  const isUsable = (item: NavItem) => mayUse(item, data.user.role)
  const toCommand =
    (group: Command['group']) =>
    (item: NavItem): Command => {
      const words = wordsOfPage(item.key)
      return { id: item.key, group, label: nameOf(item.key), words, run: () => go(item.href) }
    }
  const pages = navigation.flatMap(({ items }) => items)
  const help = topicEntries.flatMap(([topic, page]) => {
    const item = findPage(page)
    return isUsable(item) ? [topicCommand(topic, data.locale, () => go(item.href))] : []
  })
  return [
    ...[...pages, findPage('bzpMatches'), findPage('bzpAlerts'), findPage('monitorsImport')]
      .filter(isUsable)
      .map(toCommand('pages')),
    ...settingsPages.filter(isUsable).map(toCommand('settings')),
    ...help,
    { id: 'help', group: 'actions', label: t('shortcuts.title'), words: 'keyboard klawisze pomoc help', run: onHelp },
    ...useChoices(data, actions),
    { id: 'sign-out', group: 'actions', label: t('user.signOut'), run: () => void actions.signOut() },
  ]
}

/** Safe: the table above is written with exactly these keys. */
const topicEntries = Object.entries(topics) as [Topic, PageKey][]

const topicCommand = (topic: Topic, locale: Locale, run: () => void): Command => ({
  id: `topic-${topic}`,
  group: 'help',
  label: titleOfTopic(topic, locale),
  words: wordsOfTopic(topic),
  run,
})

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
