'use client'

import { type RefObject, useId } from 'react'
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
  /** True or false for an option of a choice; undefined for a plain action. */
  readonly isChosen?: boolean | undefined
  readonly disabledReason?: string | undefined
  readonly onAction: () => void
}

export interface MenuGroup {
  readonly id: string
  readonly title?: string | undefined
  readonly entries: readonly MenuEntry[]
}

export interface MenuProps {
  readonly label: string
  readonly groups: readonly MenuGroup[]
  readonly triggerRef: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | undefined
}

/** A reason shared by several entries, shown once at the top of the menu. */
interface SharedReason {
  readonly text: string
  readonly id: string
}

interface EntryProps {
  readonly entry: MenuEntry
  readonly shared: SharedReason | undefined
}

function Entry({ entry, shared }: EntryProps) {
  const hasSharedReason = shared !== undefined && entry.disabledReason === shared.text
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      onAction={entry.onAction}
      isDisabled={entry.disabledReason !== undefined}
      {...(hasSharedReason && { 'aria-describedby': shared.id })}
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
        {entry.disabledReason !== undefined && !hasSharedReason && (
          <span className="block text-sm">{entry.disabledReason}</span>
        )}
      </span>
      {entry.isChosen === true && <Icon name="check" size={14} />}
    </MenuItem>
  )
}

function Group({ group, shared }: { readonly group: MenuGroup } & Pick<EntryProps, 'shared'>) {
  const chosen = group.entries.filter((entry) => entry.isChosen === true).map((entry) => entry.id)
  const isChoice = group.entries.some((entry) => entry.isChosen !== undefined)
  return (
    <MenuSection
      id={group.id}
      selectionMode={isChoice ? 'single' : 'none'}
      selectedKeys={chosen}
      disallowEmptySelection
      // A group without a title gets no accessible name.
      {...(group.title !== undefined && { 'aria-label': group.title })}
      className="border-b p-1 last:border-b-0"
    >
      {group.title !== undefined && <Header className="px-2 pt-1.5 pb-0.5 text-sm text-muted">{group.title}</Header>}
      <Collection items={group.entries}>{(entry) => <Entry entry={entry} shared={shared} />}</Collection>
    </MenuSection>
  )
}

function findSharedReason(groups: readonly MenuGroup[]): string | undefined {
  const reasons = groups.flatMap(({ entries }) => entries.map(({ disabledReason }) => disabledReason))
  return reasons.find((reason, at) => reason !== undefined && reasons.indexOf(reason) < at)
}

/** `MenuButton` loads it on the first press. */
export function Menu({ label, groups, placement = 'bottom start', ...popover }: MenuProps) {
  const id = useId()
  const text = findSharedReason(groups)
  const shared = text === undefined ? undefined : { text, id }
  return (
    <AriaLocale>
      <Popover
        {...popover}
        aria-label={label}
        placement={placement}
        className="z-40 max-w-96 min-w-52 overflow-y-auto floating"
      >
        {text !== undefined && (
          <p id={id} className="border-b px-3 py-2 text-sm text-muted">
            {text}
          </p>
        )}
        <AriaMenu
          aria-label={label}
          items={groups}
          // Without `autoFocus` the popover keeps the focus and the arrow keys do not work.
          autoFocus
          onClose={() => popover.onOpenChange(false)}
          className="outline-none"
        >
          {(group) => <Group group={group} shared={shared} />}
        </AriaMenu>
      </Popover>
    </AriaLocale>
  )
}
