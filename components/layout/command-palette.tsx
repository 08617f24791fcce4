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
import { Icon } from '@/components/ui/icon'

import { asRoute } from './as-route'
import { type Command, matchCommands } from './commands'
import type { FrameActions, FrameData } from './frame-data'
import { useCommands } from './use-commands'

interface CommandPaletteProps {
  readonly data: FrameData
  readonly actions: FrameActions
  readonly onClose: () => void
  readonly onHelp: () => void
}

/** Pages and commands by typing; arrows choose, Enter runs, Esc closes. */
export function CommandPalette({ data, actions, onClose, onHelp }: CommandPaletteProps) {
  const t = useTranslations('layout.palette')
  const [query, setQuery] = useState('')
  const router = useRouter()
  const commands = matchCommands(
    useCommands({ data, actions, onHelp, go: (href) => router.push(asRoute(href)) }),
    query,
  )
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
              <CommandMenu commands={commands} query={query} onClose={onClose} />
            </Autocomplete>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  )
}

interface CommandMenuProps {
  readonly commands: readonly Command[]
  readonly query: string
  readonly onClose: () => void
}

function CommandMenu({ commands, query, onClose }: CommandMenuProps) {
  const t = useTranslations('layout.palette')
  const groups = (['pages', 'actions'] as const)
    .map((id) => ({ id, items: commands.filter((command) => command.group === id) }))
    .filter((group) => group.items.length > 0)
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  return (
    <Menu
      aria-label={t('title')}
      items={groups}
      renderEmptyState={() => <p className="px-3 py-4 text-muted">{t('empty', { query })}</p>}
      className="max-h-[50vh] overflow-y-auto p-1.5 outline-none"
    >
      {(group) => (
        <MenuSection id={group.id}>
          <Header className="px-2.5 pt-2 pb-1 text-sm text-muted">{t(group.id)}</Header>
          <Collection items={group.items}>
            {(command) => (
              <MenuItem
                id={command.id}
                textValue={command.label}
                onAction={() => run(command)}
                className="cursor-pointer rounded-md px-2.5 py-1.5 outline-none data-focused:bg-selected"
              >
                {command.label}
              </MenuItem>
            )}
          </Collection>
        </MenuSection>
      )}
    </Menu>
  )
}
