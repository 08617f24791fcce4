'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Collection } from 'react-aria-components/Collection'
import { Dialog } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { SearchField } from 'react-aria-components/SearchField'
import { useTranslations } from 'use-intl'

import { AriaLocale } from '@/components/ui/aria-locale'
import { KindBadge } from '@/components/ui/events/kind-badge'
import { Icon } from '@/components/ui/icon'
import { scrollable } from '@/components/ui/scrollable'

import { asRoute } from '../as-route'
import type { FrameActions, FrameData } from '../frame/frame-data'
import { type Command, commandGroups, matchCommands } from './commands'
import { useCommands } from './use-commands'
import { type PaletteResults, usePaletteResults } from './use-palette-results'

interface CommandPaletteProps {
  readonly data: FrameData
  readonly actions: FrameActions
  readonly onClose: () => void
  readonly onHelp: () => void
}

/** Finds pages and commands by typing. Arrows choose, Enter runs, Esc closes. */
export function CommandPalette({ data, actions, onClose, onHelp }: CommandPaletteProps) {
  const t = useTranslations('layout.palette')
  const [query, setQuery] = useState('')
  const router = useRouter()
  const go = (href: string) => router.push(asRoute(href))
  const results = usePaletteResults(query, go)
  const commands = [...matchCommands(useCommands({ data, actions, onHelp, go }), query), ...results.commands]
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen
        isDismissable
        onOpenChange={onClose}
        className="fixed inset-0 z-40 flex items-start justify-center bg-scrim p-4 sm:pt-[12vh]"
      >
        <Modal className="w-full max-w-lg overflow-clip floating">
          <Dialog aria-label={t('title')} className="outline-none">
            <Autocomplete inputValue={query} onInputChange={setQuery}>
              <SearchField aria-label={t('title')} autoFocus className="flex items-center gap-2.5 border-b px-4">
                <Icon name="search" className="shrink-0 text-muted" />
                <Input
                  placeholder={t('placeholder')}
                  className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none [&::-webkit-search-cancel-button]:hidden"
                />
              </SearchField>
              <CommandMenu commands={commands} results={results} query={query} onClose={onClose} />
            </Autocomplete>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  )
}

interface CommandMenuProps {
  readonly commands: readonly Command[]
  readonly results: PaletteResults
  readonly query: string
  readonly onClose: () => void
}

function CommandMenu({ commands, results, query, onClose }: CommandMenuProps) {
  const t = useTranslations('layout.palette')
  const groups = commandGroups
    .map((id) => ({ id, items: commands.filter((command) => command.group === id) }))
    .filter((group) => group.items.length > 0)
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const { isSearching, isFailed } = results
  return (
    <div {...scrollable} aria-label={t('results')} className="max-h-[50vh] overflow-y-auto outline-offset-[-2px]">
      {groups.length === 0 && (
        <p role="status" className="px-4 py-4 text-muted">
          {t(isSearching ? 'searching' : 'empty', { query })}
        </p>
      )}
      <Menu aria-label={t('title')} items={groups} className="p-1.5 outline-none">
        {(group) => (
          <MenuSection id={`group-${group.id}`}>
            <Header className="px-2.5 pt-2 pb-1 text-sm text-muted">{t(group.id)}</Header>
            <Collection items={group.items}>
              {(command) => (
                <MenuItem
                  id={command.id}
                  textValue={command.label}
                  onAction={() => run(command)}
                  className="flex cursor-pointer items-baseline justify-between gap-3 rounded-md px-2.5 py-1.5 outline-none data-focused:bg-selected"
                >
                  <span className="min-w-0 flex-1 truncate">{command.label}</span>
                  {command.event && (
                    <span className="flex max-w-2/5 shrink-0">
                      <KindBadge {...command.event} />
                    </span>
                  )}
                  {command.note !== undefined && command.note !== command.label && (
                    <span className="shrink-0 text-sm text-muted tabular">{command.note}</span>
                  )}
                </MenuItem>
              )}
            </Collection>
          </MenuSection>
        )}
      </Menu>
      {isFailed && (
        <p role="status" className="border-t px-4 py-2.5 text-sm text-warn-ink">
          {t('failed')}
        </p>
      )}
    </div>
  )
}
