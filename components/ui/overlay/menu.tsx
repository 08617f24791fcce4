'use client'

import type { RefObject } from 'react'
import { Collection } from 'react-aria-components/Collection'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'

import { AriaLocale } from '../aria-locale'
import { classNames } from '../class-names'
import { Icon } from '../icon'
import type { IconName } from '../icon-paths'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  readonly tone?: 'danger' | undefined
  /** A choice: true marks the chosen one. Undefined: a plain action. */
  readonly isChosen?: boolean | undefined
  /** Why it cannot be chosen now; shown below the label. */
  readonly disabledReason?: string | undefined
  readonly onAction: () => void
}

export interface MenuGroup {
  readonly id: string
  readonly title?: string | undefined
  readonly entries: readonly MenuEntry[]
}

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start'

export interface MenuProps {
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly placement?: MenuPlacement | undefined
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      onAction={entry.onAction}
      isDisabled={entry.disabledReason !== undefined}
      className={({ isFocused, isDisabled }) =>
        classNames(
          'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 py-1 outline-none',
          isFocused && 'bg-hover',
          isDisabled && 'cursor-not-allowed text-muted',
          entry.tone === 'danger' && !isDisabled && 'text-danger-ink',
        )
      }
    >
      {entry.icon !== undefined && <Icon name={entry.icon} />}
      <span className="min-w-0 flex-1">
        {entry.label}
        {entry.disabledReason !== undefined && <span className="block text-sm">{entry.disabledReason}</span>}
      </span>
      {entry.isChosen === true && <Icon name="check" size={14} />}
    </MenuItem>
  )
}

function Group({ group }: { readonly group: MenuGroup }) {
  const chosen = group.entries.filter((entry) => entry.isChosen === true).map((entry) => entry.id)
  const isChoice = group.entries.some((entry) => entry.isChosen !== undefined)
  return (
    <MenuSection
      id={group.id}
      selectionMode={isChoice ? 'single' : 'none'}
      selectedKeys={chosen}
      disallowEmptySelection
      // A group without a title has nothing to be called by.
      {...(group.title !== undefined && { 'aria-label': group.title })}
      className="border-b p-1 last:border-b-0"
    >
      {group.title !== undefined && <Header className="px-2 pt-1.5 pb-0.5 text-sm text-muted">{group.title}</Header>}
      <Collection items={group.entries}>{(entry) => <Entry entry={entry} />}</Collection>
    </MenuSection>
  )
}

/** The menu itself; `MenuButton` loads it on the first press. */
export function Menu({ label, groups, placement = 'bottom start', ...popover }: MenuProps) {
  return (
    <AriaLocale>
      <Popover {...popover} aria-label={label} placement={placement} className="z-40 min-w-52 floating">
        <AriaMenu
          aria-label={label}
          items={groups}
          // Without it the popover keeps the focus, and the arrows move nothing.
          autoFocus
          onClose={() => popover.onOpenChange(false)}
          className="outline-none"
        >
          {(group) => <Group group={group} />}
        </AriaMenu>
      </Popover>
    </AriaLocale>
  )
}
